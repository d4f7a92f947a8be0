import { describe, expect, test } from "vitest";
import {
  anchorFault,
  periodOf,
  periodsOfYear,
  type PeriodRule,
} from "../../../subgraphs/gateway/payroll/schedules/pay-periods.ts";

const rule = (frequency: PeriodRule["frequency"], anchorDate: string): PeriodRule => ({
  frequency,
  anchorDate,
  payDateOffsetDays: 5,
  holidayRule: "before",
});
const spanOn = (frequency: PeriodRule["frequency"], anchorDate: string, date: string) => {
  const { start, end } = periodOf(rule(frequency, anchorDate), date);
  return [start, end];
};

describe("a pay period", () => {
  test.each([
    ["weekly", "2026-01-05", "2026-01-11", "2026-01-05", "2026-01-11"],
    ["weekly", "2026-01-05", "2026-01-04", "2025-12-29", "2026-01-04"],
    ["biweekly", "2026-01-05", "2026-01-19", "2026-01-19", "2026-02-01"],
    ["semimonthly", "2026-01-01", "2026-02-15", "2026-02-01", "2026-02-15"],
    ["semimonthly", "2026-01-01", "2026-02-16", "2026-02-16", "2026-02-28"],
    ["semimonthly", "2026-01-16", "2028-02-29", "2028-02-16", "2028-02-29"],
    ["monthly", "2026-01-15", "2026-02-14", "2026-01-15", "2026-02-14"],
    ["monthly", "2026-01-15", "2026-02-15", "2026-02-15", "2026-03-14"],
    ["monthly", "2026-01-15", "2026-01-14", "2025-12-15", "2026-01-14"],
    ["monthly", "2026-01-28", "2026-03-01", "2026-02-28", "2026-03-27"],
  ] as const)("%s from %s: %s is in %s to %s", (frequency, anchorDate, date, start, end) => {
    expect(spanOn(frequency, anchorDate, date)).toEqual([start, end]);
  });

  test.each([
    ["weekly", "2026-01-05", 52],
    ["biweekly", "2026-01-05", 26],
    ["semimonthly", "2026-01-01", 24],
    ["monthly", "2026-01-15", 12],
  ] as const)("%s periods of a year follow each other without a gap", (frequency, anchorDate, count) => {
    const periods = periodsOfYear(rule(frequency, anchorDate), 2026);
    expect(periods).toHaveLength(count);
    for (const [index, { start }] of periods.entries())
      if (index > 0) expect(Date.parse(start) - Date.parse(periods[index - 1]!.end)).toBe(86_400_000);
  });
});

test.each([
  ["semimonthly", "2026-01-15", "must be the 1st or 16th of a month"],
  ["semimonthly", "2026-01-16", null],
  ["semimonthly", "2026-01-01", null],
  ["monthly", "2026-01-29", "must be a day from the 1st to the 28th"],
  ["monthly", "2026-01-28", null],
  ["weekly", "2026-01-29", null],
  ["biweekly", "2026-01-15", null],
] as const)("a schedule paid %s may start on %s: %s", (frequency, anchorDate, fault) => {
  expect(anchorFault(frequency, anchorDate)).toBe(fault);
});
