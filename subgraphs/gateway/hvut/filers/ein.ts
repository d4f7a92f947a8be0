/** The EIN rule that the digits break; null when they can be an EIN. */
export function einFault(digits: string): "digits" | "placeholder" | "prefix" | null {
  if (!/^\d{9}$/.test(digits)) return "digits";
  if (/^(\d)\1{8}$/.test(digits) || digits === "123456789") return "placeholder";
  return campusOf(digits) === null ? "prefix" : null;
}

/** The digits of a number written as 12-3456789 or 123456789. */
export function foldEin(text: string): string {
  return text.trim().replace(/^(\d\d)-(\d{7})$/, "$1$2");
}

/** IRS campus per EIN prefix (irs.gov, "How EINs are assigned and valid EIN prefixes"). */
const campuses: readonly (readonly [string, string])[] = [
  ["Andover", "10 12"],
  ["Atlanta", "60 67"],
  ["Austin", "50 53"],
  ["Brookhaven", "01 02 03 04 05 06 11 13 14 16 21 22 23 25 34 51 52 54 55 56 57 58 59 65"],
  ["Cincinnati", "30 32 35 36 37 38 61"],
  ["Fresno", "15 24"],
  ["Kansas City", "40 44"],
  ["Memphis", "94 95"],
  ["Ogden", "80 90"],
  [
    "Philadelphia",
    "33 39 41 42 43 46 48 62 63 64 66 68 71 72 73 74 75 76 77 82 83 84 85 86 87 88 91 92 93 98 99",
  ],
  ["Internet", "20 26 27 45 47 81"],
  ["Small Business Administration", "31"],
];

/** IRS campus of a prefix; null for an unassigned prefix. */
export function campusOf(digits: string): string | null {
  const prefix = digits.slice(0, 2);
  return campuses.find(([, prefixes]) => prefixes.split(" ").includes(prefix))?.[0] ?? null;
}
