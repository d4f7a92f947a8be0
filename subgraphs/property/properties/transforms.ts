import { complianceStatusOf, normaliseSubtype } from "./vocabulary.ts";

/** Text with every run of white space (line breaks and non-breaking spaces too) made one blank; null if nothing is left. */
function cleanText(raw: string): string | null {
  const text = raw.replace(/\s+/g, " ").trim();
  return text === "" || text === "NULL" ? null : text;
}

/** A number as publishers write it, thousand separators allowed; null if blank or not a number. */
function parseNumber(raw: string): number | null {
  const text = raw.trim().replaceAll(",", "");
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function inRange(raw: string, low: number, high: number): number | null {
  const value = parseNumber(raw);
  return value !== null && value >= low && value <= high ? value : null;
}

/** Zero means "no data" in every column this is used for. */
function positiveNumber(raw: string): number | null {
  const value = parseNumber(raw);
  return value !== null && value > 0 ? value : null;
}

function titleCase(raw: string): string | null {
  const text = cleanText(raw);
  return text === null
    ? null
    : text.toLowerCase().replace(/[a-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function quotient(raw: string): number | null {
  const [top, bottom] = raw.split(" / ");
  const numerator = parseNumber(top ?? "");
  const denominator = positiveNumber(bottom ?? "");
  return numerator === null || denominator === null ? null : numerator / denominator;
}

function thousandfoldQuotient(raw: string): number | null {
  const [top, bottom] = raw.split(" / ");
  const numerator = parseNumber(top ?? "");
  const denominator = positiveNumber(bottom ?? "");
  return numerator === null || denominator === null ? null : (numerator * 1000) / denominator;
}

function median(raw: string): number | null {
  const values = raw
    .split(";")
    .map(Number)
    .sort((a, b) => a - b);
  const middle = Math.floor(values.length / 2);
  const high = values[middle];
  const low = values[middle - 1];
  if (high === undefined || Number.isNaN(high)) return null;
  return values.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

function statusesIn(raw: string): string[] {
  return raw.split(";").filter((status) => status !== "");
}

const BOROUGHS = [
  { name: "Manhattan", countyFips: "36061" },
  { name: "Bronx", countyFips: "36005" },
  { name: "Brooklyn", countyFips: "36047" },
  { name: "Queens", countyFips: "36081" },
  { name: "Staten Island", countyFips: "36085" },
] as const;

function boroughOf(bbl: string): (typeof BOROUGHS)[number] | undefined {
  return BOROUGHS[Number(bbl.charAt(0)) - 1];
}

const transforms = {
  text: cleanText,
  titleCase,
  neighborhood: (raw: string) => titleCase(raw.replace(/ NEIGHBORHOODS$/i, "")),
  zipCode: (raw: string) => /^\d{5}(?=$|-|\d{4}$)/.exec(raw.trim())?.[0] ?? null,
  parseNumber,
  positiveNumber,
  positiveInteger: (raw: string) => {
    const value = positiveNumber(raw);
    return Number.isInteger(value) ? value : null;
  },
  percentScore: (raw: string) => inRange(raw, 1, 100),
  yearBuilt: (raw: string) => inRange(raw, 1800, 2100),
  latitude: (raw: string) => inRange(raw, -90, 90),
  longitude: (raw: string) => inRange(raw, -180, 180),
  subtype: normaliseSubtype,
  complianceStatus: complianceStatusOf,
  constant: (raw: string) => raw,
  listedAsCompliant: (raw: string) => (raw === "" ? null : ("compliant" as const)),
  boroughOfBbl: (raw: string) => boroughOf(raw)?.name ?? null,
  countyOfBbl: (raw: string) => boroughOf(raw)?.countyFips ?? null,
  /** Tonnes over square feet, as kilograms per square foot. A negative total is an error of the source. */
  kilogramsPerArea: (raw: string) => {
    const value = thousandfoldQuotient(raw);
    return value !== null && value >= 0 ? value : null;
  },
  /** Thousand gallons over square feet, as gallons per square foot; a value outside 0.5 to 500 has the wrong unit. */
  gallonsPerArea: (raw: string) => {
    const value = thousandfoldQuotient(raw);
    return value !== null && value >= 0.5 && value <= 500 ? value : null;
  },
  quotient,
  median,
  /** "compliant;notSubmitted": how many years there are. */
  coveredYears: (raw: string) => statusesIn(raw).length,
  /** How many of them have a submission. */
  submittedYears: (raw: string) =>
    statusesIn(raw).filter((status) => status === "compliant" || status === "dataError").length,
  /** "291.5 of 3142": mean rank among all counties, as a percentile. */
  rankPercentile: (raw: string) => {
    const [rank, count] = raw.split(" of ").map(Number);
    return rank === undefined || count === undefined ? null : ((rank - 1) / (count - 1)) * 100;
  },
} satisfies Record<string, (raw: string) => string | number | null>;

export type TransformName = keyof typeof transforms;
export type TransformResult<N extends TransformName> = NonNullable<ReturnType<(typeof transforms)[N]>>;

/**
 * Derives a value from the publisher's text; null when the text holds no usable value. Every stored value was derived
 * here.
 */
export function applyTransform<N extends TransformName>(name: N, raw: string): TransformResult<N> | null {
  return transforms[name](raw) as TransformResult<N> | null;
}
