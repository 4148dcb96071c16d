// refused.js: an operation that was refused; `code` as in docs/api.md.

export class Refused extends Error {
    constructor({code, message}) {
        super(message);
        this.code = code;
    }
}
