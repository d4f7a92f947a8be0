/** One tax of a place. Rates are in ten-thousandths of a percent. */
export interface SimulatedTax {
  name: string;
  type: "gst" | "hst" | "qst" | "sales_tax" | "vat";
  rate: number;
  jurisdiction: string;
  level: "city" | "country" | "county" | "district" | "state";
}

export interface Address {
  country: string;
  state: string | null;
  postalCode: string | null;
}

interface SimulatedPlace {
  country: string;
  /** Omitted: the whole country. */
  state?: string;
  /** Beginning of its postal codes. */
  postal?: string;
  taxes: readonly SimulatedTax[];
}

const vat = (country: string, jurisdiction: string, percent: number): SimulatedPlace => ({
  country,
  taxes: [{ name: "VAT", type: "vat", rate: percent * 10_000, jurisdiction, level: "country" }],
});

const sales = (
  jurisdiction: string,
  level: SimulatedTax["level"],
  percent: number,
  name = "Sales Tax",
): SimulatedTax => ({ name, type: "sales_tax", rate: percent * 10_000, jurisdiction, level });

const canada = (name: "GST" | "HST" | "QST", rate: number, jurisdiction: string): SimulatedTax => ({
  name,
  type: name.toLowerCase() as "gst" | "hst" | "qst",
  rate,
  jurisdiction,
  level: jurisdiction === "Canada" ? "country" : "state",
});

/**
 * SIMULATED: the places at which every account of the stand-in is registered, with general rates as they were in 2025. Nothing
 * here is kept up to date, and no rate may be used on a real invoice. All other places answer `not_collecting`.
 */
const places: readonly SimulatedPlace[] = [
  {
    country: "US",
    postal: "606",
    taxes: [
      sales("Illinois", "state", 6.25, "Retailers Occupation Tax"),
      sales("Cook County", "county", 1.75),
      sales("Chicago", "city", 1.25),
      sales("Regional Transportation Authority", "district", 1),
    ],
  },
  {
    country: "US",
    postal: "787",
    taxes: [
      sales("Texas", "state", 6.25),
      sales("Austin", "city", 1),
      sales("Austin Metropolitan Transit Authority", "district", 1),
    ],
  },
  { country: "CA", state: "ON", taxes: [canada("HST", 130_000, "Ontario")] },
  { country: "CA", state: "QC", taxes: [canada("GST", 50_000, "Canada"), canada("QST", 99_750, "Quebec")] },
  { country: "CA", state: "AB", taxes: [canada("GST", 50_000, "Canada")] },
  vat("GB", "United Kingdom", 20),
  vat("DE", "Germany", 19),
  vat("FR", "France", 20),
  vat("IE", "Ireland", 23),
];

/** Beginnings of Canadian postal codes of the provinces in the table. */
const provinces: Readonly<Record<string, string>> = {
  G: "QC",
  H: "QC",
  J: "QC",
  K: "ON",
  L: "ON",
  M: "ON",
  N: "ON",
  P: "ON",
  T: "AB",
};

/**
 * The taxes of an address; empty where nobody is registered, null where the address is not precise enough: the United States
 * need a postal code of five digits, Canada a province or a postal code.
 */
export function taxesAt({ country, state, postalCode }: Address): readonly SimulatedTax[] | null {
  if (country === "US" && !/^\d{5}/.test(postalCode ?? "")) return null;
  const province =
    country === "CA" ? (state ?? provinces[(postalCode ?? "").charAt(0).toUpperCase()]) : state;
  if (country === "CA" && province === undefined) return null;
  const place = places.find(
    (known) =>
      known.country === country &&
      (known.state === undefined || known.state === province) &&
      (known.postal === undefined || postalCode!.startsWith(known.postal)),
  );
  return place?.taxes ?? [];
}
