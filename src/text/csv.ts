import { stringify } from "csv-stringify/sync";

/**
 * Options of csv-parse for files of clients. A record of more characters is rejected early: parsing takes about 100 ms per
 * 500,000 characters, and a file without line ends would be read as one record to its end.
 */
export const csvBounds = { max_record_size: 50_000 } as const;

/** How a CSV file is written. */
export interface CsvForm {
  /** Default: comma. */
  delimiter?: string;
  /** Default: CRLF. */
  lineEnding?: "\r\n" | "\n";
  /** Starts with a byte order mark, so that spreadsheet programs read UTF-8. Default false. */
  bom?: boolean;
  /** Default true: text that a spreadsheet program would run as a formula gets an apostrophe in front. */
  escapeFormulas?: boolean;
  /** Text of numbers. Default: as JavaScript writes them. */
  number?: (value: number) => string;
  /** Text of big integers. Default: their digits. */
  bigint?: (value: bigint) => string;
}

/** A value of a CSV file. Null is an empty one; numbers start no formula. */
export type CsvValue = string | number | bigint | boolean | null;

/** Records as CSV (RFC 4180). Text with any line end is quoted, also with one that ends no record of the file. */
export function writeCsv(records: readonly (readonly CsvValue[])[], form: CsvForm = {}): string {
  const { delimiter = ",", lineEnding = "\r\n", bom = false, escapeFormulas = true } = form;
  return stringify(records as CsvValue[][], {
    delimiter,
    bom,
    record_delimiter: lineEnding,
    escape_formulas: escapeFormulas,
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      number: form.number ?? String,
      bigint: form.bigint ?? String,
    },
  });
}
