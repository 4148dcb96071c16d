// place.js: where the page asks: here the server that it came from. The pages that need no
// server have another file in place of this one (site/net/place.js).

import {createConnection} from './connection.js';

export const openPlace = () => createConnection();
