import { daysOfYear, type TaxTableFacts } from "../../base/tax-table.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import type { TaxTables } from "../tax-tables/tax-tables.schema.ts";

const appId = "payroll";

/** Each table of a year: federal ones, one or more for each state, and contributions of employees. */
export function taxTableFacts(tables: TaxTables): TaxTableFacts[] {
  const { year, federal, states, contributions } = tables;
  const days = daysOfYear(year);
  const us = { appId, jurisdiction: "US", ...days };
  const { withholding, socialTaxes } = federal;
  return [
    {
      ...us,
      id: `${appId}:us-income-tax-withholding:${year}`,
      name: `Federal income tax withholding ${year}`,
      source: withholding.publication,
      isVerified: withholding.verified,
    },
    {
      ...us,
      id: `${appId}:us-social-taxes:${year}`,
      name: `Social Security, Medicare and unemployment tax ${year}`,
      source: socialTaxes.publication,
      isVerified: socialTaxes.verified,
    },
    ...Object.entries(states).flatMap(([state, entries]) =>
      entries.map((entry, index) => ({
        appId,
        jurisdiction: `US-${state}`,
        id: `${appId}:us-${state.toLowerCase()}-income-tax:${entry.effectiveFrom}`,
        name: `State income tax withholding ${state}${entry.kind === "none" ? ": none" : ""}`,
        source: entry.publication,
        effectiveFrom: entry.effectiveFrom,
        effectiveUntil: dayBefore(entries[index + 1]?.effectiveFrom) ?? days.effectiveUntil,
        isVerified: entry.verified,
      })),
    ),
    ...Object.entries(contributions).flatMap(([state, entries]) =>
      entries
        .filter(({ notComputed }) => !notComputed)
        .map(({ key, label, publication, effectiveFrom, verified }) => ({
          appId,
          jurisdiction: `US-${state}`,
          id: `${appId}:us-${key.replaceAll("_", "-")}:${effectiveFrom}`,
          name: label,
          source: publication,
          effectiveFrom,
          effectiveUntil: days.effectiveUntil,
          isVerified: verified,
        })),
    ),
  ];
}

function dayBefore(day: string | undefined): string | undefined {
  return day === undefined ? undefined : addDays(day, -1);
}
