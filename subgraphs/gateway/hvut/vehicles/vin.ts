import { makerOf } from "./makers.ts";

/** Result of checking a VIN. */
export interface VinCheck {
  /** Normalized: upper case, without spaces and hyphens. */
  vin: string;
  /** 17 characters without I, O and Q, and no placeholder. */
  formatOk: boolean;
  checkDigitOk: boolean;
  /** Expected character at position 9; null for a bad format. */
  expectedCheckDigit: string | null;
  status: VinStatus;
  suggestions: VinSuggestion[];
}

export type VinStatus = "valid" | "check_digit_mismatch" | "bad_format";

export interface VinSuggestion {
  vin: string;
  checkDigitOk: boolean;
}

/** 49 CFR 565.15(c), table III: the value of each letter. */
const letterValues: Readonly<Record<string, number>> = Object.fromEntries(
  "A1 B2 C3 D4 E5 F6 G7 H8 J1 K2 L3 M4 N5 P7 R9 S2 T3 U4 V5 W6 X7 Y8 Z9"
    .split(" ")
    .map((pair) => [pair[0]!, Number(pair[1])]),
);

/** 49 CFR 565.15(c), table IV: the weight of each position. */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Letters that no VIN contains, and the digits they are confused with. */
const lookAlikes: Readonly<Record<string, string>> = { I: "1", O: "0", Q: "0" };

/** The number as it is stored and compared. */
export function foldVin(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, "");
}

/** The weighted sum of 17 good characters, whose remainder by 11 is the check digit. */
export function vinSum(vin: string): number {
  return Array.from(vin).reduce(
    (sum, char, at) => sum + (letterValues[char] ?? Number(char)) * weights[at]!,
    0,
  );
}

/**
 * Checks a VIN by 49 CFR 565. The check digit is mandatory only for US and Canadian vehicles since 1981, so a mismatch
 * differs from a bad format. Suggestions fix the format only, and say whether the resulting check digit is correct.
 */
export function checkVin(text: string): VinCheck {
  const vin = foldVin(text);
  if (!isFormatted(vin)) {
    return {
      vin,
      formatOk: false,
      checkDigitOk: false,
      expectedCheckDigit: null,
      status: "bad_format",
      suggestions: suggestionsFor(vin),
    };
  }
  const expectedCheckDigit = checkDigitOf(vin);
  const checkDigitOk = vin[8] === expectedCheckDigit;
  const status = checkDigitOk ? "valid" : "check_digit_mismatch";
  return { vin, formatOk: true, checkDigitOk, expectedCheckDigit, status, suggestions: [] };
}

function isFormatted(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) && !/^(.)\1{16}$/.test(vin);
}

function checkDigitOf(vin: string): string {
  const rest = vinSum(vin) % 11;
  return rest === 10 ? "X" : String(rest);
}

function suggestionsFor(vin: string): VinSuggestion[] {
  const mended = vin.replaceAll(/[IOQ]/g, (char) => lookAlikes[char]!);
  if (mended === vin || !isFormatted(mended)) return [];
  return [{ vin: mended, checkDigitOk: mended[8] === checkDigitOf(mended) }];
}

/** Letters and digits of position 10, from 1980 on; they come again every 30 years (49 CFR 565.15(d), table VII). */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

const regions: readonly (readonly [RegExp, string])[] = [
  [/^[A-C]/, "Africa"],
  [/^[HJ-NPR]/, "Asia"],
  [/^[S-Z]/, "Europe"],
  [/^[1-5]/, "North America"],
  [/^[67]/, "Oceania"],
  [/^[89]/, "South America"],
  [/^[D-G]/, "Africa"],
];

export interface DecodedVin {
  wmi: string;
  manufacturer: string | null;
  /** The latest year of that letter that is not after next year; the letter alone leaves 30 years open. */
  modelYear: number | null;
  plantCode: string;
  region: string | null;
}

/** Decodes a VIN of valid format. */
export function decodeVin(vin: string, thisYear: number): DecodedVin {
  const wmi = vin.slice(0, 3);
  const code = yearCodes.indexOf(vin[9]!);
  let modelYear = code < 0 ? null : 1980 + code;
  while (modelYear !== null && modelYear + 30 <= thisYear + 1) modelYear += 30;
  const region = regions.find(([pattern]) => pattern.test(vin))?.[1] ?? null;
  return { wmi, manufacturer: makerOf(wmi), modelYear, plantCode: vin[10]!, region };
}
