/** The numbers that one published year is checked with; null where the publisher gives none. */
export interface CheckedYear {
  siteEui: number | null;
  sourceEui: number | null;
  /** Energy by fuel, kBtu/yr. */
  fuels: readonly (number | null)[];
  /** Total site energy, kBtu/yr. */
  totalEnergy: number | null;
}

/**
 * Plausibility of one year. `sourceSiteRatio` applies the physical bounds of the EPA source-site ratios (district
 * chilled water below 1, grid electricity 2.8 to 3.15), `fuelSum` allows 5 % between the fuels and their total.
 */
export function checkYear(year: CheckedYear): Record<string, boolean> {
  const checks: Record<string, boolean> = {};
  const { siteEui, sourceEui, totalEnergy } = year;
  if (siteEui !== null) checks.euiPlausible = siteEui >= 1 && siteEui <= 2000;
  if (siteEui !== null && sourceEui !== null) {
    const ratio = sourceEui / siteEui;
    checks.sourceSiteRatio = ratio >= 0.9 && ratio <= 3.4;
  }
  const known = year.fuels.filter((fuel) => fuel !== null);
  if (known.length > 0 && totalEnergy !== null && totalEnergy > 0) {
    const sum = known.reduce((total, fuel) => total + fuel, 0);
    checks.fuelSum = Math.abs(sum - totalEnergy) / totalEnergy <= 0.05;
  }
  return checks;
}
