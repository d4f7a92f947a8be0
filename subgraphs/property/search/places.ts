import { normalisedLine } from "./normalise.ts";

/** States, territories and provinces by postal code (USPS Publication 28 appendix B, Canada Post). */
const REGIONS: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  PR: "Puerto Rico",
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan",
};

const CODES = new Map(Object.entries(REGIONS).map(([code, name]) => [name.toLowerCase(), code]));

/** The full name of a state or province code; null for an unknown code. */
export function regionNameOf(code: string): string | null {
  return REGIONS[code.toUpperCase()] ?? null;
}

/** The code for a region filter, from a code or a full name in any case; null means no property can match. */
export function regionCodeOf(region: string): string | null {
  const text = region.trim().replace(/\s+/g, " ");
  if (Object.hasOwn(REGIONS, text.toUpperCase())) return text.toUpperCase();
  return CODES.get(text.toLowerCase()) ?? null;
}

const CITY_ALIASES: Readonly<Record<string, string>> = {
  nyc: "new york",
  "new york city": "new york",
  "city new york": "new york",
  "city chicago": "chicago",
  "city seattle": "seattle",
  "kings county": "brooklyn",
  "queens county": "queens",
  "bronx county": "bronx",
  "richmond county": "staten island",
  "new york county": "manhattan",
};

/** The place for a city filter, in the form of search rows; null for a text without letters and digits. */
export function wantedCity(filter: string): string | null {
  const line = normalisedLine(filter);
  if (Object.hasOwn(CITY_ALIASES, line)) return CITY_ALIASES[line]!;
  return line === "" ? null : line;
}
