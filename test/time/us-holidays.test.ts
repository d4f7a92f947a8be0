import { expect, test } from "vitest";
import { isBankHoliday, isFederalHoliday, isLegalHoliday, isWeekend } from "../../src/time/us-holidays.ts";

test.each([
  ["2025-01-01", true, true, true],
  ["2025-01-20", true, true, true],
  ["2025-05-26", true, true, true],
  ["2025-11-27", true, true, true],
  ["2025-11-28", false, false, false],
  // On a Saturday: offices keep the Friday before, banks do not.
  ["2026-07-03", true, true, false],
  ["2021-12-31", true, true, false],
  // On a Sunday: all keep the Monday after.
  ["2027-07-05", true, true, true],
  ["2020-06-19", false, false, false],
  ["2021-06-18", true, true, false],
  ["2025-04-16", false, true, false],
  ["2022-04-15", false, true, false],
])("%s: federal %s, for tax returns %s, for banks %s", (date, federal, legal, bank) => {
  expect([isFederalHoliday(date), isLegalHoliday(date), isBankHoliday(date)]).toEqual([federal, legal, bank]);
});

test("weekends", () => {
  expect(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
