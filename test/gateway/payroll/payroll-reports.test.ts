import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../src/time/local-date.ts";
import { payOfTime } from "../../../subgraphs/gateway/payroll/runs/earnings.ts";
import { payslipAmounts, type PayslipAmounts } from "../../../subgraphs/gateway/payroll/payroll-tables.ts";
import { splitOvertime, weekOf } from "../../../subgraphs/gateway/payroll/time/overtime.ts";
import { accrue } from "../../../subgraphs/gateway/payroll/time/time-off.ts";
import { form940Of } from "../../../subgraphs/gateway/payroll/reports/form-940.ts";
import { form941Of } from "../../../subgraphs/gateway/payroll/reports/form-941.ts";
import { journalOf } from "../../../subgraphs/gateway/payroll/reports/journal.ts";
import { liabilitiesOf } from "../../../subgraphs/gateway/payroll/reports/liabilities.ts";
import { depositPeriodOf, quarterNamed } from "../../../subgraphs/gateway/payroll/reports/tax-deposits.ts";

const cents = fc.integer({ min: 0, max: 10_000_000 });

describe("a journal", () => {
  test("a payroll journal balances for every payslip and its reversal", () => {
    const parts = fc.record({
      reimbursementCents: cents,
      federalIncomeCents: cents,
      socialSecurityCents: cents,
      medicareCents: cents,
      additionalMedicareCents: cents,
      stateCents: cents,
      employerSocialSecurityCents: cents,
      employerMedicareCents: cents,
      futaCents: cents,
      sutaCents: cents,
      employerMatchCents: cents,
      localCents: cents,
      contributionsCents: cents,
      deductionsCents: cents,
      garnishmentsCents: cents,
      netCents: cents,
    });
    const none = Object.fromEntries(payslipAmounts.map((name) => [name, 0])) as PayslipAmounts;
    fc.assert(
      fc.property(parts, fc.boolean(), (given, isReversed) => {
        const taxes = given.federalIncomeCents + given.socialSecurityCents + given.medicareCents;
        const out =
          taxes +
          given.additionalMedicareCents +
          given.stateCents +
          given.deductionsCents +
          given.localCents +
          given.contributionsCents;
        const grossCents = out + given.garnishmentsCents + given.netCents - given.reimbursementCents;
        const slip = { ...none, ...given, grossCents };
        const sign = isReversed ? -1 : 1;
        const signed = Object.fromEntries(
          payslipAmounts.map((name) => [name, sign * slip[name]]),
        ) as PayslipAmounts;
        const entries = journalOf(signed);
        const side = (name: "debitCents" | "creditCents") => entries.reduce((sum, one) => sum + one[name], 0);
        expect(side("debitCents")).toBe(side("creditCents"));
        for (const { debitCents, creditCents } of entries) expect(Math.min(debitCents, creditCents)).toBe(0);
      }),
    );
  });
});

describe("overtime", () => {
  test("overtime is the time beyond 40 hours per work week, and no hour is lost", () => {
    const entry = fc.record({
      workDate: fc.integer({ min: 0, max: 27 }).map((day) => addDays("2026-01-05", day)),
      hoursHundredths: fc.integer({ min: 1, max: 1_600 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (given) => {
        const entries = given.toSorted((a, b) => (a.workDate < b.workDate ? -1 : 1));
        const split = splitOvertime(entries);
        for (const one of split)
          expect(one.regularHundredths + one.overtimeHundredths).toBe(one.hoursHundredths);
        for (const [, week] of Map.groupBy(split, ({ workDate }) => weekOf(workDate))) {
          const all = week.reduce((sum, { hoursHundredths }) => sum + hoursHundredths, 0);
          const over = week.reduce((sum, { overtimeHundredths }) => sum + overtimeHundredths, 0);
          expect(over).toBe(Math.max(all - 4_000, 0));
        }
      }),
    );
  });

  test.each([
    [
      false,
      [
        ["hourly", 4_000, 120_000],
        ["overtime", 250, 11_250],
      ],
    ],
    [true, [["hourly", 4_250, 127_500]]],
  ])("is paid at one and a half times the rate unless exempt (%s)", (flsaExempt, expected) => {
    const rates = [
      { kind: "hourly", amountCents: 3_000, perUnit: "hour", effectiveDate: "2026-01-01", flsaExempt },
    ] as const;
    const time = [{ workDate: "2026-01-09", regularHundredths: 4_000, overtimeHundredths: 250 }];
    const paid = payOfTime(rates, time).map(({ code, hoursHundredths, amountCents }) => [
      code,
      hoursHundredths,
      amountCents,
    ]);
    expect(paid).toEqual(expected);
  });
});

describe("time off", () => {
  const rule = {
    accrual: "per_period",
    rateHundredths: 400,
    capHundredths: null,
    carryoverHundredths: null,
  } as const;
  const on = (date: string, kind: "period" | "year" | "worked", hoursHundredths = 0) => ({
    date,
    kind,
    hoursHundredths,
  });

  test.each([
    ["each period", rule, [on("2026-01-18", "period"), on("2026-02-01", "period")], 1_800, 0],
    ["up to the cap", { ...rule, capHundredths: 1_300 }, [on("2026-01-18", "period")], 1_300, 100],
    [
      "keeping what is carried over",
      { ...rule, carryoverHundredths: 500 },
      [on("2027-01-01", "year"), on("2027-01-10", "period")],
      900,
      500,
    ],
    [
      "each year",
      { ...rule, accrual: "annual" as const, rateHundredths: 8_000 },
      [on("2026-01-01", "year")],
      9_000,
      0,
    ],
    [
      "by the hour, parts of a hundredth kept",
      { ...rule, accrual: "per_hour" as const, rateHundredths: 333 },
      [on("2026-01-05", "worked", 50), on("2026-01-06", "worked", 50)],
      1_003,
      0,
    ],
  ])("grows %s", (_name, of, events, balance, lost) => {
    expect(accrue(of, 1_000, events)).toMatchObject({ balanceHundredths: balance, lostHundredths: lost });
  });
});

describe("deposits", () => {
  test.each([
    ["2026-01-23", "monthly", "2026-02-17"],
    ["2026-04-10", "monthly", "2026-05-15"],
    ["2026-01-23", "semiweekly", "2026-01-28"],
    ["2026-01-20", "semiweekly", "2026-01-23"],
    ["2026-01-17", "semiweekly", "2026-01-23"],
    ["2026-11-06", "semiweekly", "2026-11-12"],
  ] as const)("of %s, %s, are due %s", (payDate, schedule, dueDate) => {
    const period = depositPeriodOf(payDate, schedule);
    expect(period.dueDate).toBe(dueDate);
    expect(period.start <= payDate && payDate <= period.end).toBe(true);
  });

  const day = (payDate: string, form941Cents: number, futaCents = 0) => ({
    payDate,
    state: "TX",
    form941Cents,
    futaCents,
    stateCents: 0,
    sutaCents: 0,
    contributionsCents: 0,
  });

  test("a tax liability of 100,000 is due on the next banking day", () => {
    const owed = liabilitiesOf(
      [day("2026-01-09", 6_000_000), day("2026-01-23", 4_000_000)],
      "monthly",
      "2026-01-24",
    );
    expect(owed).toMatchObject([
      { form: "941", amountCents: 10_000_000, dueDate: "2026-01-26", status: "due" },
    ]);
  });

  test("federal unemployment tax is carried forward until it exceeds 500", () => {
    const days = [day("2026-02-06", 0, 42_000), day("2026-05-08", 0, 12_600), day("2026-08-07", 0, 4_200)];
    const owed = liabilitiesOf(days, "monthly", "2027-02-01");
    expect(owed).toMatchObject([
      { form: "940", amountCents: 54_600, periodStart: "2026-01-01", dueDate: "2026-07-31", status: "due" },
      { form: "940", amountCents: 4_200, periodStart: "2026-07-01", dueDate: "2027-02-01" },
    ]);
  });

  test("tax liabilities of zero are not listed, and every tax is owed once", () => {
    const amounts = fc.array(fc.tuple(fc.integer({ min: 0, max: 364 }), cents, cents), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.constantFrom("monthly" as const, "semiweekly" as const), (given, schedule) => {
        const days = given
          .map(([offset, a, b]) => day(addDays("2026-01-01", offset), a, b))
          .toSorted((a, b) => (a.payDate < b.payDate ? -1 : 1));
        const owed = liabilitiesOf(days, schedule, "2027-03-01");
        const total = owed.reduce((sum, { amountCents }) => sum + amountCents, 0);
        expect(total).toBe(days.reduce((sum, one) => sum + one.form941Cents + one.futaCents, 0));
      }),
    );
  });
});

test("the last quarter of Form 940 takes fractions of cents, so that line 17 equals line 12", () => {
  // 33.33 is rounded payslip by payslip to 0.20, three times a quarter; in all they are 399.96 and 2.40.
  const lines = form940Of({
    grossCents: 50_000,
    subjectCents: 45_000,
    taxableCents: 39_996,
    quartersCents: [60, 60, 60, 61],
    depositedCents: 250,
  });
  expect(lines).toEqual({
    line3Cents: 50_000,
    line4Cents: 5_000,
    line5Cents: 5_004,
    line6Cents: 10_004,
    line7Cents: 39_996,
    line8Cents: 240,
    line12Cents: 240,
    line13Cents: 250,
    line14Cents: 0,
    line15Cents: 10,
    line16Cents: [60, 60, 60, 60],
    line17Cents: 240,
  });
});

test("line 7 of Form 941 adjusts fractions of cents, so that line 12 equals the taxes on payslips", () => {
  // 3,333.33 is rounded payslip by payslip: 206.67 and 48.33 on each side, three times.
  const lines = form941Of({
    employees: 1,
    wagesCents: 999_999,
    incomeTaxCents: 90_000,
    socialSecurityWagesCents: 999_999,
    medicareWagesCents: 999_999,
    additionalMedicareWagesCents: 0,
    socialTaxesCents: 3 * 2 * (20_667 + 4_833),
    monthsCents: [0, 0, 243_000],
    depositedCents: 200_000,
  });
  expect(lines).toMatchObject({ line5aTaxCents: 124_000, line5cTaxCents: 29_000, line6Cents: 243_000 });
  expect([lines.line7Cents, lines.line12Cents]).toEqual([0, 243_000]);
  expect([lines.line13Cents, lines.line14Cents, lines.line15Cents]).toEqual([200_000, 43_000, 0]);
  const fraction = form941Of({
    ...lines,
    employees: 1,
    wagesCents: 333_333,
    incomeTaxCents: 0,
    socialSecurityWagesCents: 333_333,
    medicareWagesCents: 333_333,
    additionalMedicareWagesCents: 0,
    socialTaxesCents: 51_000,
    monthsCents: [51_000, 0, 0],
    depositedCents: 51_001,
  });
  expect(fraction).toMatchObject({
    line5aTaxCents: 41_333,
    line5cTaxCents: 9_667,
    line7Cents: 0,
    line12Cents: 51_000,
    line14Cents: 0,
    line15Cents: 1,
  });
  expect(quarterNamed(2026, 4)).toMatchObject({
    start: "2026-10-01",
    end: "2026-12-31",
    dueDate: "2027-02-01",
  });
});
