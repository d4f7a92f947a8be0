import { describe, expect, test } from "vitest";
import { isFederalHoliday } from "../../../src/time/us-holidays.ts";
import { nextBusinessDay } from "../../../subgraphs/hub/tax/businesses/business-day.ts";
import type { FormContent } from "../../../subgraphs/hub/tax/forms/form-content.ts";
import { warningsOf } from "../../../subgraphs/hub/tax/forms/form-warnings.ts";
import { channelOf, dueDateOf, thresholdOf } from "../../../subgraphs/hub/tax/forms/form-years.ts";

describe("due dates", () => {
  test.each([
    [2020, "2021-02-01"],
    [2021, "2022-01-31"],
    [2022, "2023-01-31"],
    [2023, "2024-01-31"],
    [2024, "2025-01-31"],
    [2025, "2026-02-02"],
    [2026, "2027-02-01"],
    [2027, "2028-01-31"],
  ])("of tax year %i: %s", (year, due) => expect(dueDateOf(year)).toBe(due));

  test.each([
    ["2026-01-19", "2026-01-20"],
    ["2026-02-16", "2026-02-17"],
    ["2026-05-25", "2026-05-26"],
    ["2026-06-19", "2026-06-22"],
    ["2026-07-03", "2026-07-06"],
    ["2026-09-07", "2026-09-08"],
    ["2026-10-12", "2026-10-13"],
    ["2026-11-11", "2026-11-12"],
    ["2026-11-26", "2026-11-27"],
    ["2026-12-25", "2026-12-28"],
    ["2021-12-31", "2022-01-03"],
    ["2023-01-02", "2023-01-03"],
    ["2026-01-30", "2026-01-30"],
    ["2026-01-31", "2026-02-02"],
  ])("%s moves to %s", (date, moved) => expect(nextBusinessDay(date)).toBe(moved));

  test("31 January and the two days after are never a holiday", () => {
    for (let year = 1990; year < 2100; year++)
      expect(["01-31", "02-01", "02-02"].some((day) => isFederalHoliday(`${year}-${day}`))).toBe(false);
  });
});

describe("thresholds", () => {
  const indexed = new Map([[2028, 210_000]]);
  test.each([
    [2020, 60_000, true],
    [2025, 60_000, true],
    [2026, 200_000, true],
    [2027, 200_000, false],
    [2028, 210_000, true],
    [2029, 210_000, false],
  ])("of %i: %i cents, verified: %s", (year, cents, isVerified) =>
    expect(thresholdOf(year, indexed)).toEqual({ cents, isVerified }),
  );

  test("forms of 2026 and later go through IRIS alone", () => {
    expect([2025, 2026, 2027].map(channelOf)).toEqual(["ANY", "IRIS", "IRIS"]);
  });
});

describe("warnings", () => {
  const indexed = new Map([[2028, 210_000]]);
  test.each([
    [2025, 59_999, 0, "2026-02-02", ["BELOW_THRESHOLD"]],
    [2025, 60_000, 0, "2026-02-02", []],
    [2025, 60_000, 0, "2026-02-03", ["LATE_FILING"]],
    [2025, 50_000, 1, "2026-01-02", []],
    [2026, 199_999, 0, "2027-02-01", ["BELOW_THRESHOLD"]],
    [2026, 200_000, 0, "2027-02-02", ["LATE_FILING"]],
    [2027, 199_999, 0, "2028-01-31", ["BELOW_THRESHOLD", "THRESHOLD_UNVERIFIED"]],
    [2028, 209_999, 0, "2029-01-31", ["BELOW_THRESHOLD"]],
  ])("of %i over %i cents with %i withheld on %s: %j", (taxYear, amount, withheld, today, codes) => {
    const content = { nonEmployeeCompensation: amount, federalTaxWithheld: withheld } as FormContent;
    const warnings = warningsOf(content, { taxYear, dueDate: dueDateOf(taxYear), today, indexed });
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    if (taxYear === 2027) for (const { message } of warnings) expect(message).toContain("(unverified)");
  });
});
