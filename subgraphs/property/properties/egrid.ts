import type { Readable } from "node:stream";
import { MissingColumnsError, readCsvRows } from "./csv-rows.ts";
import { applyTransform } from "./transforms.ts";

/** Grid emission rates in lb CO2e/MWh by `<subregion>|<year>`, such as `RFCW|2021`. */
export type GridRates = ReadonlyMap<string, number>;

/** Reads the eGRID subregion rates. Throws MissingColumnsError when the file is another one. */
export async function readGridRates(stream: Readable): Promise<GridRates> {
  const rates = new Map<string, number>();
  await readCsvRows(
    stream,
    ["subregion", "year", "co2eLbPerMwh"],
    (row) => {
      const rate = applyTransform("positiveNumber", row.get("co2eLbPerMwh"));
      if (rate !== null) rates.set(`${row.get("subregion")}|${row.get("year")}`, rate);
    },
    (bad) => {
      throw new MissingColumnsError([bad.reason]);
    },
  );
  return rates;
}
