import { writeCsv } from "../../../src/text/csv.ts";
import type { ReportItem } from "./report.types.ts";

const columns: readonly (readonly [string, (item: ReportItem) => string | number | null])[] = [
  ["propertyId", ({ propertyId }) => propertyId],
  ["name", ({ name }) => name],
  ["type", ({ type }) => type],
  ["subtype", ({ subtype }) => subtype],
  ["street", ({ street }) => street],
  ["city", ({ city }) => city],
  ["stateOrProvince", ({ stateOrProvince }) => stateOrProvince],
  ["grossFloorAreaFt2", ({ grossFloorArea }) => grossFloorArea?.value ?? null],
  ["overall", ({ greenScore }) => greenScore.overall],
  ["environmental", ({ greenScore }) => greenScore.environmental],
  ["social", ({ greenScore }) => greenScore.social],
  ["governance", ({ greenScore }) => greenScore.governance],
  ["confidence", ({ greenScore }) => greenScore.confidence],
  ["dataCompleteness", ({ dataCompleteness }) => dataCompleteness],
  ["intervalLow", ({ interval }) => interval.low],
  ["intervalHigh", ({ interval }) => interval.high],
  ["inputsHash", ({ inputsHash }) => inputsHash],
  ["sources", ({ sources }) => sources.join(" ")],
];

/**
 * One row per item, RFC 4180 with a byte order mark, so that spreadsheet programs read it as UTF-8. Text that such a
 * program would run as a formula gets an apostrophe in front; numbers stay numbers.
 */
export function writeReportCsv(items: readonly ReportItem[]): string {
  const records = items.map((item) => columns.map(([, read]) => read(item)));
  return writeCsv([columns.map(([header]) => header), ...records], { bom: true });
}
