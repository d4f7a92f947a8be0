import type { CanonicalProperty, ProvenanceEntry } from "./property.types.ts";
import { FEMA_NRI } from "./source-catalogue.ts";
import { COVERED, YEARS_COUNTED } from "./merge-compliance.ts";

type StoredRecord = Omit<CanonicalProperty, "provenance">;

/** The source of a derived value: the provenance entry it belongs to, and the raw text that reproduces it. */
interface Derived {
  readonly field: string;
  readonly value: string | number | null;
  readonly column: string;
  readonly transform: string;
  readonly raw?: string;
  readonly beside?: string;
}

const DATA_SET = "(whole data set)";
const DATA_YEAR = "(data year)";

/**
 * Provenance of values that have no column of their own: constants of a data set, the year of a row, and counts of
 * years. Entries have the form of the stored ones, in the order of the record.
 */
export function deriveProvenance(
  record: StoredRecord,
  entries: readonly ProvenanceEntry[],
): ProvenanceEntry[] {
  const own = entries.find(({ sourceId }) => sourceId !== FEMA_NRI.id);
  if (own === undefined) return [];
  return listDerived(record).flatMap(({ field, value, column, transform, raw, beside }) => {
    if (value === null) return [];
    const base = entries.find((entry) => entry.field === beside) ?? own;
    return { ...base, field, column, raw: raw ?? String(value), transform };
  });
}

function listDerived(record: StoredRecord): Derived[] {
  const statuses = statusesOf(record);
  const constant = { column: DATA_SET, transform: "constant" };
  const year = { column: DATA_YEAR, transform: "parseNumber" };
  const counted = { column: "(status by year)", raw: statuses, beside: "compliance.status" };
  const metric = METRICS.find((field) => record[field] !== null);
  return [
    { field: "address.country", value: record.country, ...constant },
    { field: "metrics.year", value: record.metricsYear, ...year, beside: `metrics.${metric}` },
    {
      field: "metrics.sourceEui.basis",
      value: record.sourceEui === null ? null : record.sourceEuiBasis,
      ...constant,
      beside: "metrics.sourceEui",
    },
    {
      field: "metrics.ghgIntensity.emissionFactor.source",
      value: record.emissionFactor?.source ?? null,
      ...constant,
      beside: "metrics.ghgIntensity",
    },
    {
      field: "metrics.ghgIntensity.emissionFactor.subregion",
      value: record.emissionFactor?.subregion ?? null,
      ...constant,
      beside: "metrics.ghgIntensity",
    },
    {
      field: "metrics.waterIntensity.year",
      value: record.waterYear,
      ...year,
      beside: "metrics.waterIntensity",
    },
    { field: "compliance.program", value: record.complianceProgram, ...constant },
    { field: "compliance.year", value: record.complianceYear, ...year, beside: "compliance.status" },
    {
      field: "compliance.rating.scheme",
      value: record.rating?.scheme ?? null,
      ...constant,
      beside: "compliance.rating",
    },
    { field: "compliance.yearsCovered", value: record.yearsCovered, transform: "coveredYears", ...counted },
    {
      field: "compliance.yearsSubmitted",
      value: record.yearsSubmitted,
      transform: "submittedYears",
      ...counted,
    },
  ];
}

const METRICS = ["sourceEui", "siteEui", "energyStarScore"] as const;

/** The statuses of the last covered years, newest first. */
function statusesOf({ history }: StoredRecord): string {
  const covered = history.flatMap(({ status }) =>
    status !== null && COVERED.includes(status) ? status : [],
  );
  return covered.slice(0, YEARS_COUNTED).join(";");
}
