/** Why a country can't be loaded when another build of the data has been published since the load began: trying again doesn't help, loading anew does. */
export const NEWER_DATA = 'newer data have been published in the meantime: reload the page';
