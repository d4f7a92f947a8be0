/** Taxpayer identification numbers: their forms, and how they are shown. A number that passes is possible, not proven. */

export const tinTypes = ["SSN", "EIN", "ITIN", "ATIN"] as const;
export type TinType = (typeof tinTypes)[number];

/** Prefixes that no campus of the IRS has ever assigned (irs.gov, "How EINs are assigned and valid EIN prefixes"). */
const unassignedPrefixes = new Set("00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97".split(" "));

/** Middle digits of an ITIN (IRS Publication 1915): 50 to 65, 70 to 88, 90 to 92, 94 to 99. */
const itinGroups: readonly (readonly [number, number])[] = [
  [50, 65],
  [70, 88],
  [90, 92],
  [94, 99],
];
const atinGroup = 93;

/** The nine digits of a number written with or without hyphens and spaces; null for anything else. */
export function readTin(text: string): string | null {
  const digits = text.trim().replaceAll("-", "");
  return /^\d{9}$/.test(digits) ? digits : null;
}

/** The rule that nine digits break as a number of this type, as a word; null when they can be one. */
export function tinFault(type: TinType, digits: string): string | null {
  if (/^(\d)\1{8}$/.test(digits) || digits === "123456789") return "placeholder";
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  const middle = Number(group);
  switch (type) {
    case "EIN":
      return unassignedPrefixes.has(digits.slice(0, 2)) ? "ein_prefix" : null;
    case "SSN":
      if (area === "000" || area === "666" || area.startsWith("9")) return "ssn_area";
      if (group === "00") return "ssn_group";
      return serial === "0000" ? "ssn_serial" : null;
    case "ITIN":
      if (!area.startsWith("9")) return "itin_area";
      return itinGroups.some(([from, to]) => middle >= from && middle <= to) ? null : "itin_group";
    case "ATIN":
      if (!area.startsWith("9")) return "atin_area";
      return middle === atinGroup ? null : "atin_group";
  }
}

/** Only the last four digits, in the shape of its type. */
export function maskTin(type: TinType, last4: string): string {
  return type === "EIN" ? `**-***${last4}` : `***-**-${last4}`;
}

/** True when a text contains these nine digits, with any separators. */
export function holdsTin(text: string, digits: string): boolean {
  return text.replaceAll(/[\s.\-/]/g, "").includes(digits);
}
