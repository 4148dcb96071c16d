// books.js: the opening books in one file, one after the other, in this order (tools/site).

const NAMES = ['cave/book.bin', 'mancala/book_steal.bin', 'mancala/book_kalah.bin', 'mancala/book_nosteal.bin'];

export function addBooks(instance, bytes) {
    let at = 0;
    for (const name of NAMES) {
        const size = instance.fileSize(name);
        instance.setFile(name, bytes.subarray(at, at + size));
        at += size;
    }
}
