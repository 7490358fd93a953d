/**
 * Absolute base URL of the application, with a trailing slash. Derived from this module's own URL, because the page is served under
 * several paths and any sub-path of a host: modules are in assets/ in the bundle and in src/shell/ in the source.
 */
const UP = import.meta.env.DEV ? '../../' : '../';
export const BASE = new URL(UP, import.meta.url).href;
