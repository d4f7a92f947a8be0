/**
 * Options of csv-parse for files of clients. A record of more characters is rejected early: parsing takes about 100 ms per
 * 500,000 characters, and a file without line ends would be read as one record to its end.
 */
export const csvBounds = { max_record_size: 50_000 } as const;
