import { valueFor } from "./by-status.ts";
import type { StateFacts } from "./state-deductions.ts";

/** Name of the county that taxes the wages; null for nonresidents of the state, and for a county that is not known. */
export function localityOf({ table, certificate, isNonresident }: StateFacts): string | null {
  const { counties, nonresidentRate } = table.county!;
  if (isNonresident && nonresidentRate !== undefined) return null;
  return counties.find(({ code }) => code === certificate.county)?.name ?? null;
}

/** County tax of a year in dollars, on the taxable wages of the state. Null where the county is needed and not known. */
export function countyTax({ table, certificate, column, isNonresident }: StateFacts, taxable: number) {
  const { counties, defaultRate, nonresidentRate } = table.county!;
  if (isNonresident && nonresidentRate !== undefined) return taxable * nonresidentRate;
  const county = counties.find(({ code }) => code === certificate.county);
  if (!county) return defaultRate === undefined ? null : taxable * defaultRate;
  if (!county.bands) return taxable * county.rate;
  const bands = valueFor(county.bands, column);
  if (!county.marginal) return taxable * (bands.findLast(([above]) => taxable > above)?.[1] ?? 0);
  return bands.reduce((sum, [above, rate], index) => {
    const end = bands[index + 1]?.[0] ?? Infinity;
    return sum + Math.max(0, Math.min(taxable, end) - above) * rate;
  }, 0);
}
