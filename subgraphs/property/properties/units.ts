/** Exact by definition, except the kilowatt-hour: International Table Btu (NIST SP 811, appendix B.8). */
const KWH_PER_KBTU = 0.293071;
const M2_PER_FT2 = 0.09290304;
const LITRES_PER_GALLON = 3.785411784;

export type Units = "imperial" | "metric";

/** Quantities with a unit in both systems. Stored values are imperial. */
export type Quantity = "area" | "energyIntensity" | "carbonIntensity" | "waterIntensity";

interface Measure {
  readonly imperial: string;
  readonly metric: string;
  /** Metric units in one imperial unit. */
  readonly factor: number;
}

const MEASURES: Readonly<Record<Quantity, Measure>> = {
  area: { imperial: "ft2", metric: "m2", factor: M2_PER_FT2 },
  energyIntensity: { imperial: "kBtu/ft2/yr", metric: "kWh/m2/yr", factor: KWH_PER_KBTU / M2_PER_FT2 },
  carbonIntensity: { imperial: "kgCO2e/ft2/yr", metric: "kgCO2e/m2/yr", factor: 1 / M2_PER_FT2 },
  waterIntensity: { imperial: "gal/ft2/yr", metric: "L/m2/yr", factor: LITRES_PER_GALLON / M2_PER_FT2 },
};

/** A stored value in the wanted system; unknown stays null. */
export function convert(value: number | null, quantity: Quantity, units: Units): number | null {
  if (value === null || units === "imperial") return value;
  return value * MEASURES[quantity].factor;
}

/** A stored value with its unit, in the wanted system; null when the value is unknown. */
export function measure(
  value: number | null,
  quantity: Quantity,
  units: Units,
): { value: number; unit: string } | null {
  const converted = convert(value, quantity, units);
  return converted === null ? null : { value: converted, unit: MEASURES[quantity][units] };
}
