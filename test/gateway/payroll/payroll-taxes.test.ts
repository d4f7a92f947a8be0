import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ordinaryLimitCents,
  withholdGarnishments,
} from "../../../subgraphs/gateway/payroll/taxes/garnishment-limits.ts";
import { grossToNet, type PayInput } from "../../../subgraphs/gateway/payroll/taxes/gross-to-net.ts";
import { grossUp } from "../../../subgraphs/gateway/payroll/taxes/gross-up.ts";
import {
  defaultW4,
  withholdIncomeTax,
  withholdSupplemental,
  type W4,
} from "../../../subgraphs/gateway/payroll/taxes/income-tax-withholding.ts";
import { payFrequencies, type PayFrequency } from "../../../subgraphs/gateway/payroll/taxes/pay-frequency.ts";
import { payrollYearFrom } from "../../../subgraphs/gateway/payroll/taxes/payroll-year.ts";
import { shippedTables, shippedYears } from "../../../subgraphs/gateway/payroll/tax-tables/shipped-tables.ts";
import { futaOn, socialTaxes } from "../../../subgraphs/gateway/payroll/taxes/social-taxes.ts";
import { defaultStateCertificate } from "../../../subgraphs/gateway/payroll/taxes/state-certificate.ts";
import { stateTableOn } from "../../../subgraphs/gateway/payroll/taxes/state-withholding.ts";
import { bracketRates, filingStatuses } from "../../../subgraphs/gateway/payroll/taxes/withholding-tables.ts";

const yearOf = (year: number) => payrollYearFrom(shippedTables(year)!);
const cents = (dollars: number) => Math.round(dollars * 100);

describe("federal income tax is that of Publication 15-T", () => {
  const vectors: [number, W4["filingStatus"], boolean, PayFrequency, number, Partial<W4>, number][] = [
    [2026, "single", false, "biweekly", 2_000, {}, 156.15],
    [2025, "single", false, "biweekly", 2_000, {}, 161.6],
    [2026, "married", false, "biweekly", 2_000, {}, 76.15],
    [2026, "married", false, "semimonthly", 5_000, { step3Cents: 400_000 }, 251.67],
    [2025, "married", false, "semimonthly", 5_000, { step3Cents: 400_000 }, 263.46],
    [2026, "head", false, "weekly", 1_500, {}, 117.46],
    [2026, "single", true, "biweekly", 2_000, {}, 270.19],
    [2026, "married", true, "monthly", 8_000, { step4cCents: 5_000 }, 1_074.17],
    [2026, "single", false, "weekly", 150, {}, 0],
    [2026, "single", false, "monthly", 25_000, { step4aCents: 1_200_000, step4bCents: 600_000 }, 5_852.85],
    [2026, "single", false, "weekly", 961.54, {}, 73.46],
    [2026, "head", true, "semimonthly", 3_000, { step3Cents: 220_000 }, 315.65],
  ];
  test.each(vectors)(
    "%i %s, step 2 %s, %s, %d",
    (year, filingStatus, step2, frequency, wage, adjusted, expected) => {
      const w4 = { ...defaultW4, filingStatus, step2, ...adjusted };
      const { requiredCents, extraCents, lines } = withholdIncomeTax(
        { wageCents: cents(wage), frequency, year: yearOf(year) },
        w4,
      );
      expect((requiredCents + extraCents) / 100).toBe(expected);
      expect(lines.at(-1)).toMatchObject({ line: "4b", amountCents: cents(expected) });
    },
  );

  test("no federal income tax is withheld from an exempt employee", () => {
    const wage = { wageCents: 1_000_000, frequency: "weekly", year: yearOf(2026) } as const;
    expect(withholdIncomeTax(wage, { ...defaultW4, exempt: true }).requiredCents).toBe(0);
  });

  // A base that is not what the brackets below it come to is a misprint; the published ones round to a dollar.
  test("each tax bracket begins with the total tax of the brackets below", () => {
    for (const tables of shippedYears.map((year) => yearOf(year).tables.federal.withholding))
      for (const kind of ["standard", "step2"] as const)
        for (const status of filingStatuses)
          for (const [index, [from, tax]] of tables[kind][status].entries()) {
            const below = tables[kind][status][index - 1];
            if (!below) continue;
            const derived = below[1] + ((from - below[0]) * bracketRates[index - 1]!) / 100;
            expect(Math.abs(derived - tax)).toBeLessThan(0.4);
          }
  });

  test("supplemental wages are taxed at 22 %, and at 37 % above one million per year", () => {
    expect(withholdSupplemental(1_000_000, 0)).toBe(220_000);
    expect(withholdSupplemental(1_000_000, 99_500_000)).toBe(110_000 + 185_000);
    expect(withholdSupplemental(1_000_000, 100_000_000)).toBe(370_000);
  });
});

describe("Social Security, Medicare and unemployment tax", () => {
  const vectors: [number, number, number, number, number, number][] = [
    [2026, 2_000, 0, 124, 29, 0],
    [2026, 5_000, 183_000, 93, 72.5, 0],
    [2026, 1_000, 184_500, 0, 14.5, 0],
    [2026, 10_000, 195_000, 0, 145, 45],
    [2025, 5_000, 175_000, 68.2, 72.5, 0],
    [2026, 3_333.33, 0, 206.67, 48.33, 0],
  ];
  test.each(vectors)("%i: %d after %d", (year, wage, before, socialSecurity, medicare, additional) => {
    const soFar = { socialSecurityCents: cents(before), medicareCents: cents(before) };
    const taxes = socialTaxes(cents(wage), soFar, yearOf(year));
    expect(taxes).toMatchObject({
      socialSecurityCents: cents(socialSecurity),
      medicareCents: cents(medicare),
      additionalMedicareCents: cents(additional),
    });
  });

  test("Social Security and unemployment tax stop exactly at their wage bases, however pay is split", () => {
    const year = yearOf(2026);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_000_000 }), { maxLength: 30 }), (wages) => {
        let [before, taxed, unemployment] = [0, 0, 0];
        for (const wage of wages) {
          taxed += socialTaxes(
            wage,
            { socialSecurityCents: before, medicareCents: before },
            year,
          ).socialSecurityWagesCents;
          unemployment += futaOn(wage, before).wagesCents;
          before += wage;
        }
        expect(taxed).toBe(Math.min(before, 18_450_000));
        expect(unemployment).toBe(Math.min(before, 700_000));
      }),
    );
    expect(futaOn(700_000, 0).taxCents).toBe(4_200);
  });
});

test("states of a year before their tables have none, unless they tax no wages", () => {
  expect(stateTableOn(yearOf(2025).tables, "CA", "2025-06-30")).toBeNull();
  expect(stateTableOn(yearOf(2025).tables, "TX", "2025-06-30")).toMatchObject({ kind: "none" });
  expect(stateTableOn(yearOf(2026).tables, "GA", "2026-05-10")?.brackets).toEqual([[0, 0, 0.0519]]);
  expect(stateTableOn(yearOf(2026).tables, "GA", "2026-05-11")?.brackets).toEqual([[0, 0, 0.0499]]);
});

describe("garnishments", () => {
  test("creditors get the lesser of 25 % and the part above 217.50 per week", () => {
    expect(ordinaryLimitCents(21_750, "weekly")).toBe(0);
    expect(ordinaryLimitCents(25_000, "weekly")).toBe(3_250);
    expect(ordinaryLimitCents(29_000, "weekly")).toBe(7_250);
    expect(ordinaryLimitCents(100_000, "weekly")).toBe(25_000);
    // 29 CFR 870.10: 435.00, 471.25 and 942.50 are protected.
    expect(ordinaryLimitCents(44_000, "biweekly")).toBe(500);
    expect(ordinaryLimitCents(47_225, "semimonthly")).toBe(100);
    expect(ordinaryLimitCents(94_350, "monthly")).toBe(100);
  });

  test("garnishments follow their priority; child support reduces the creditor limit", () => {
    const order = { percent: null, remainingCents: null };
    const withheld = withholdGarnishments(
      [
        { id: "b", kind: "creditor", amountCents: 50_000, priority: 2, ...order },
        { id: "a", kind: "child_support", amountCents: 20_000, priority: 1, ...order },
        { id: "c", kind: "tax_levy", amountCents: 90_000, priority: 3, ...order },
      ],
      { disposableCents: 100_000, availableCents: 95_000, frequency: "weekly" },
    );
    expect(withheld.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      ["a", 20_000],
      ["b", 5_000],
      ["c", 70_000],
    ]);
  });

  test("all child support orders together take at most half of disposable earnings", () => {
    const order = { kind: "child_support", percent: null, remainingCents: null } as const;
    const withheld = withholdGarnishments(
      [
        { id: "a", amountCents: 30_000, priority: 1, ...order },
        { id: "b", amountCents: 40_000, priority: 2, ...order },
      ],
      { disposableCents: 100_000, availableCents: 95_000, frequency: "weekly" },
    );
    expect(withheld.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      ["a", 30_000],
      ["b", 20_000],
    ]);
  });
});

const money = (max: number) => fc.integer({ min: 0, max });
const anyPay: fc.Arbitrary<PayInput> = fc.record({
  year: fc.constantFrom(yearOf(2025), yearOf(2026)),
  frequency: fc.constantFrom(...payFrequencies),
  regularCents: money(5_000_000),
  supplementalCents: money(2_000_000),
  reimbursementCents: money(50_000),
  w4: fc.record({
    filingStatus: fc.constantFrom(...filingStatuses),
    step2: fc.boolean(),
    step3Cents: money(1_000_000),
    step4aCents: money(5_000_000),
    step4bCents: money(5_000_000),
    step4cCents: money(500_000),
    exempt: fc.boolean(),
  }),
  payDate: fc.constantFrom("2026-03-13", "2026-10-30"),
  work: fc.record({
    state: fc.constantFrom("TX", "WA", "FL", "NV"),
    residenceState: fc.constant(null),
    certificateOf: fc.constant(() => defaultStateCertificate),
    passedOn: fc.constant([]),
    employeeCount: fc.constant(1),
    chargedCents: fc.constant(new Map()),
  }),
  suta: fc.record({ rate: money(100_000), baseCents: money(1_000_000) }),
  deductions: fc.array(
    fc.record({
      code: fc.string(),
      timing: fc.constantFrom("pretax_section125", "pretax_retirement", "posttax"),
      amountCents: money(3_000_000),
    }),
    { maxLength: 5 },
  ),
  garnishments: fc.array(
    fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom("child_support", "creditor", "tax_levy"),
      amountCents: fc.option(money(500_000)),
      percent: fc.constant(250_000),
      priority: fc.integer({ min: 1, max: 9 }),
      remainingCents: fc.option(money(100_000)),
    }),
    { maxLength: 4 },
  ),
  before: fc.record({
    socialSecurityCents: money(20_000_000),
    medicareCents: money(30_000_000),
    futaCents: money(1_000_000),
    supplementalCents: money(120_000_000),
  }),
});
const sum = (parts: readonly { amountCents: number }[]) =>
  parts.reduce((total, { amountCents }) => total + amountCents, 0);

describe("from gross to net", () => {
  test("payslip parts add up to gross, none is negative, and net pay is never negative", () => {
    fc.assert(
      fc.property(anyPay, (input) => {
        const pay = grossToNet(input)!;
        const taxes = Object.values(pay.taxes).reduce((total, tax) => total + tax, 0);
        const wages = pay.netCents - input.reimbursementCents;
        expect(pay.grossCents).toBe(wages + taxes + sum(pay.deductions) + sum(pay.garnishments));
        expect(wages).toBeGreaterThanOrEqual(0);
        for (const part of [
          ...pay.deductions,
          ...pay.garnishments,
          ...Object.values(pay.taxes).map((amountCents) => ({ amountCents })),
        ])
          expect(part.amountCents).toBeGreaterThanOrEqual(0);
        expect(pay.employer.socialSecurityCents).toBe(pay.taxes.socialSecurityCents);
      }),
      { numRuns: 1_000 },
    );
  });

  const plain: Omit<PayInput, "regularCents"> = {
    year: yearOf(2026),
    frequency: "biweekly",
    supplementalCents: 0,
    reimbursementCents: 0,
    w4: defaultW4,
    payDate: "2026-03-13",
    work: {
      state: "TX",
      residenceState: null,
      certificateOf: () => defaultStateCertificate,
      passedOn: [],
      employeeCount: 1,
      chargedCents: new Map(),
    },
    suta: { rate: 27_000, baseCents: 900_000 },
    deductions: [],
    garnishments: [],
    before: { socialSecurityCents: 0, medicareCents: 0, futaCents: 0, supplementalCents: 0 },
  };

  test("section 125 lowers every tax, retirement only income tax, and posttax deductions none", () => {
    const withOne = (timing: "pretax_section125" | "pretax_retirement" | "posttax") =>
      grossToNet({
        ...plain,
        regularCents: 200_000,
        deductions: [{ code: "x", timing, amountCents: 20_000 }],
      })!;
    const none = grossToNet({ ...plain, regularCents: 200_000 })!;
    expect(none.taxes).toMatchObject({ federalIncomeCents: 15_615, socialSecurityCents: 12_400 });
    expect(none.netCents).toBe(200_000 - 15_615 - 12_400 - 2_900);
    expect(withOne("pretax_section125").taxes).toMatchObject({
      federalIncomeCents: 13_215,
      socialSecurityCents: 11_160,
      medicareCents: 2_610,
    });
    expect(withOne("pretax_retirement").taxes).toEqual({ ...none.taxes, federalIncomeCents: 13_215 });
    expect(withOne("posttax").taxes).toEqual(none.taxes);
  });

  test("gross-up returns the smallest gross pay that reaches the net", () => {
    fc.assert(
      fc.property(money(2_000_000), (wanted) => {
        const { grossCents, pay } = grossUp(wanted, { ...plain, regularCents: 0 })!;
        expect(pay.netCents).toBeGreaterThanOrEqual(wanted);
        if (grossCents > 0)
          expect(grossToNet({ ...plain, regularCents: grossCents - 1 })!.netCents).toBeLessThan(wanted);
      }),
    );
  });
});
