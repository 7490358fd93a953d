/**
 * Where the application lies: an absolute URL that ends in a slash. It is read from this module's own address, because the page
 * answers under several paths and below any sub-path of a host: the bundle puts modules into assets/, the source has them in src/shell/.
 */
const UP = import.meta.env.DEV ? '../../' : '../';
export const BASE = new URL(UP, import.meta.url).href;
