import type { ComplianceStatus } from "./property.types.ts";
import type { StagedYear } from "./staged-year.types.ts";

/** The statuses of years in which the law covered the building. */
export const COVERED: readonly ComplianceStatus[] = ["compliant", "dataError", "dataMissing", "notSubmitted"];
const SUBMITTED: readonly ComplianceStatus[] = ["compliant", "dataError"];
export const YEARS_COUNTED = 3;

/** Disclosure of the building in the last years (at most three) in which the programme covered it. */
export function countDisclosureYears(years: readonly StagedYear[]): {
  yearsCovered: number;
  yearsSubmitted: number;
} {
  const covered = years
    .map((year) => year.fields.complianceStatus?.value)
    .filter((status) => status !== undefined && COVERED.includes(status))
    .slice(0, YEARS_COUNTED);
  return {
    yearsCovered: covered.length,
    yearsSubmitted: covered.filter((status) => status !== undefined && SUBMITTED.includes(status)).length,
  };
}

function hasMetrics({ fields }: StagedYear): boolean {
  return fields.sourceEui !== null || fields.siteEui !== null || fields.energyStarScore !== null;
}

/** Metrics older than this are disregarded once the owner has stopped disclosing. */
const WITHHELD_LIMIT_YEARS = 3;

/**
 * The year whose metrics describe the building: the newest one with an EUI or an ENERGY STAR score. None when the owner
 * withholds the latest year and those metrics are more than three years older. `years` are newest first.
 */
export function chooseMetricsYear(years: readonly StagedYear[]): StagedYear | null {
  const [latest] = years;
  const chosen = years.find(hasMetrics);
  if (latest === undefined || chosen === undefined) return null;
  const status = latest.fields.complianceStatus?.value;
  const isWithheld = status === "notSubmitted" || status === "dataMissing";
  return isWithheld && latest.dataYear - chosen.dataYear > WITHHELD_LIMIT_YEARS ? null : chosen;
}
