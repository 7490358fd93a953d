/** Why a country cannot be loaded after another build of the data has been published: a retry does not help, a reload does. */
export const NEWER_DATA = 'newer data have been published in the meantime: reload the page';
