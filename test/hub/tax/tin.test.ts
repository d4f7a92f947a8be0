import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsTin, maskTin, readTin, tinFault, type TinType } from "../../../subgraphs/hub/tax/forms/tin.ts";

const table: [TinType, string, string | null][] = [
  ["SSN", "001010001", null],
  ["SSN", "000121234", "ssn_area"],
  ["SSN", "665121234", null],
  ["SSN", "666121234", "ssn_area"],
  ["SSN", "667121234", null],
  ["SSN", "899991234", null],
  ["SSN", "900121234", "ssn_area"],
  ["SSN", "999121234", "ssn_area"],
  ["SSN", "123001234", "ssn_group"],
  ["SSN", "123011234", null],
  ["SSN", "123120000", "ssn_serial"],
  ["SSN", "123120001", null],
  ["SSN", "123456789", "placeholder"],
  ["SSN", "111111111", "placeholder"],
  ["EIN", "000000000", "placeholder"],
  ["EIN", "999999999", "placeholder"],
  ["EIN", "123456789", "placeholder"],
  ["EIN", "123456788", null],
  ["ITIN", "899701234", "itin_area"],
  ["ITIN", "900701234", null],
  ["ITIN", "999991234", null],
  ["ATIN", "900931234", null],
  ["ATIN", "900921234", "atin_group"],
  ["ATIN", "900941234", "atin_group"],
  ["ATIN", "899931234", "atin_area"],
];

describe("taxpayer identification numbers", () => {
  test.each(table)("%s %s: %s", (type, digits, fault) => {
    expect(tinFault(type, digits)).toBe(fault);
  });

  test("an EIN has one of the 83 assigned prefixes", () => {
    const refused = "00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97".split(" ");
    for (let prefix = 0; prefix < 100; prefix++) {
      const text = String(prefix).padStart(2, "0");
      expect([text, tinFault("EIN", `${text}1234567`)]).toEqual([
        text,
        refused.includes(text) ? "ein_prefix" : null,
      ]);
    }
  });

  test("an ITIN has one of the middle digits of its ranges, every one of the hundred tried", () => {
    const isIn = (group: number) =>
      (group >= 50 && group <= 65) ||
      (group >= 70 && group <= 88) ||
      (group >= 90 && group <= 92) ||
      group >= 94;
    for (let group = 0; group < 100; group++) {
      const digits = `912${String(group).padStart(2, "0")}1234`;
      expect([digits, tinFault("ITIN", digits)]).toEqual([digits, isIn(group) ? null : "itin_group"]);
    }
  });

  test("numbers are read with hyphens and without, and in no other form", () => {
    expect(["12-3456788", "123-45-6788", "123456788", " 123456788 "].map(readTin)).toEqual(
      Array(4).fill("123456788"),
    );
    for (const text of ["", "12345678", "1234567890", "12345678a", "١٢٣٤٥٦٧٨٩", "123 456 788", "123.45.6788"])
      expect(readTin(text)).toBeNull();
  });

  test("a masked number shows only its last four digits", () => {
    expect(maskTin("EIN", "6789")).toBe("**-***6789");
    expect(maskTin("SSN", "6789")).toBe("***-**-6789");
  });

  test("numbers are found in any text, with any separators", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 999_999_999 }), fc.string(), (number, around) => {
        const digits = String(number);
        const written = `${digits.slice(0, 3)}-${digits.slice(3, 5)} ${digits.slice(5)}`;
        return holdsTin(`x${written}y`, digits) && holdsTin(`${around}a${digits}b${around}`, digits);
      }),
    );
  });
});
