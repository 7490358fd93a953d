/** Files of a whole result. */
export const FILE_FORMATS = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
