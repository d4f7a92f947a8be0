import type { Readable } from "node:stream";
import { cellOf, readCell, readRatio } from "./cells.ts";
import type { CountyHazard, CountyHazards } from "./county-hazards.ts";
import type { CsvRow } from "./csv-rows.ts";
import { readCsvRows } from "./csv-rows.ts";
import { FEMA_NRI } from "./source-catalogue.ts";
import type { RejectedRow } from "./staged-year.types.ts";

export type UnrankedCounty = Omit<CountyHazard, "lossRatePercentile">;

export const COUNTY_COLUMNS = [
  "STATEABBRV",
  "COUNTY",
  "STCOFIPS",
  "BUILDVALUE",
  "EAL_VALB",
  "SOVI_NPCTL",
  "RESL_NPCTL",
];

/** One county of the table, or the reason why the row cannot be used. The index's own risk percentile follows exposure (Cook County 99.6), not danger, so the loss rate is used instead. */
export function readCounty(row: CsvRow): UnrankedCounty | string {
  const fips = row.get("STCOFIPS").trim().padStart(5, "0");
  if (!/^\d{5}$/.test(fips)) return "STCOFIPS is not five digits";
  const lossRate = readRatio(row, "EAL_VALB", "BUILDVALUE", "quotient");
  const resiliencePercentile = readCell(row, "RESL_NPCTL", "parseNumber");
  if (lossRate === null || resiliencePercentile === null) return "no loss rate or resilience percentile";
  return {
    fips,
    name: row.get("COUNTY").trim(),
    state: row.get("STATEABBRV").trim(),
    lossRate,
    resiliencePercentile,
    socialVulnerabilityPercentile: readCell(row, "SOVI_NPCTL", "parseNumber"),
  };
}

/** Percentile of each loss rate over all counties: (rank - 1) / (n - 1), mean rank on ties. */
export function rankCounties(counties: readonly UnrankedCounty[]): CountyHazard[] {
  const sorted = counties.map((county) => county.lossRate.value).sort((a, b) => a - b);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [index, rate] of sorted.entries()) {
    if (!first.has(rate)) first.set(rate, index);
    last.set(rate, index);
  }
  return counties.flatMap((county) => {
    const rate = county.lossRate.value;
    const rank = ((first.get(rate) ?? 0) + (last.get(rate) ?? 0)) / 2 + 1;
    const percentile = cellOf(county.lossRate.column, `${rank} of ${sorted.length}`, "rankPercentile");
    return percentile === null ? [] : [{ ...county, lossRatePercentile: percentile }];
  });
}

/** Reads the county table; a bad row goes to `onRejected` and does not affect the others. */
export async function readCountyHazards(
  stream: Readable,
  onRejected: (row: RejectedRow) => void,
  onCounty: (fips: string, row: CsvRow) => void | Promise<void> = () => undefined,
): Promise<CountyHazards> {
  const counties: UnrankedCounty[] = [];
  const reject = (line: number, reason: string, raw: string): void =>
    onRejected({ kind: "rejected", sourceId: FEMA_NRI.id, file: FEMA_NRI.files[0] ?? "", line, reason, raw });
  await readCsvRows(
    stream,
    COUNTY_COLUMNS,
    (row) => {
      const county = readCounty(row);
      if (typeof county === "string") return reject(row.line, county, row.raw);
      counties.push(county);
      return onCounty(county.fips, row);
    },
    (bad) => reject(bad.line, bad.reason, bad.raw),
  );
  return new Map(rankCounties(counties).map((county) => [county.fips, county]));
}
