import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeWeightedReturn, xirr } from "../../../subgraphs/gateway/finance/investments/returns.ts";
import {
  levelPayment,
  loanSchedule,
  type LoanTerms,
} from "../../../subgraphs/gateway/finance/loans/amortization.ts";
import {
  cardPayment,
  extraPaymentEffect,
  payoffPlan,
  payoffStrategies,
  type Debt,
} from "../../../subgraphs/gateway/finance/loans/payoff.ts";
import {
  installmentsOf,
  requiredPayment,
  type EstimateInputs,
} from "../../../subgraphs/gateway/finance/taxes/estimated-tax.ts";
import {
  filingStatuses,
  taxYearOf,
  type FilingStatus,
} from "../../../subgraphs/gateway/finance/taxes/federal-tax-tables.ts";
import {
  additionalMedicareTax,
  netInvestmentIncomeTax,
} from "../../../subgraphs/gateway/finance/taxes/high-income-taxes.ts";
import { ordinaryTax, preferentialTax } from "../../../subgraphs/gateway/finance/taxes/income-tax.ts";
import { selfEmploymentTax } from "../../../subgraphs/gateway/finance/taxes/self-employment-tax.ts";
import {
  projectFederalTax,
  type TaxInputs,
} from "../../../subgraphs/gateway/finance/taxes/tax-projection.ts";

const cents = (dollars: number) => Math.round(dollars * 100);

function project(year: number, filingStatus: FilingStatus, inputs: Partial<TaxInputs>) {
  return projectFederalTax(taxYearOf(year)!, {
    filingStatus,
    wagesCents: 0,
    selfEmploymentCents: 0,
    interestCents: 0,
    qualifiedDividendsCents: 0,
    longTermGainsCents: 0,
    deductionsCents: 0,
    itemizedTaxesCents: 0,
    minimumTaxItemsCents: 0,
    businessWagesCents: 0,
    businessPropertyCents: 0,
    isSpecifiedService: false,
    withheldCents: 0,
    estimatedPaidCents: 0,
    dependents: 0,
    ...inputs,
  });
}

describe("a year's federal tax", () => {
  test.each([
    [2025, "single", 60_000, 44_250, 5_071.5],
    [2026, "single", 60_000, 43_900, 5_020],
    [2026, "married_joint", 120_000, 87_800, 10_040],
    [2026, "head", 85_000, 60_850, 6_948],
    [2025, "married_joint", 250_000, 218_500, 38_134],
    [2026, "single", 700_000, 683_900, 209_000.25],
    [2026, "single", 16_100, 0, 0],
    [2026, "single", 16_101, 1, 0.1],
  ] as const)("of %i, %s, on wages of %d", (year, status, wages, taxable, tax) => {
    const found = project(year, status, { wagesCents: cents(wages) });
    expect([found.taxableIncomeCents, found.incomeTaxCents]).toEqual([cents(taxable), cents(tax)]);
  });

  test("separate returns are single ones but for the last bracket", () => {
    for (const year of [2025, 2026]) {
      const { single, married_separate: separate } = taxYearOf(year)!.byStatus;
      expect(separate.bracketEndsCents.slice(0, -1)).toEqual(single.bracketEndsCents.slice(0, -1));
    }
    expect(project(2026, "married_separate", { wagesCents: cents(400_450) }).marginalRate).toBe(37);
    expect(project(2026, "married_separate", { wagesCents: cents(400_449) }).marginalRate).toBe(35);
  });

  test.each([
    // [profit, wages, base, social security, medicare, total, half]
    [50_000, 0, 46_175, 5_725.7, 1_339.08, 7_064.78, 3_532.39],
    [250_000, 0, 230_875, 22_878, 6_695.38, 29_573.38, 14_786.69],
    [50_000, 184_500, 46_175, 0, 1_339.08, 1_339.08, 669.54],
    // 399.99 of net earnings bear nothing.
    [433.12, 0, 399.99, 0, 0, 0, 0],
    [433.14, 0, 400, 49.6, 11.6, 61.2, 30.6],
  ])("of self-employment of %d beside wages of %d", (profit, wages, base, social, medicare, total, half) => {
    expect(selfEmploymentTax(cents(profit), cents(wages), 18_450_000)).toEqual({
      baseCents: cents(base),
      socialSecurityCents: cents(social),
      medicareCents: cents(medicare),
      totalCents: cents(total),
      deductionCents: cents(half),
    });
  });

  test("gains lie on top: 0 % up to their end, then 15 and 20 %", () => {
    const { single } = taxYearOf(2026)!.byStatus;
    expect(preferentialTax(0, cents(49_450), single)).toBe(0);
    expect(preferentialTax(cents(40_000), cents(10_000), single)).toBe(cents(550 * 0.15));
    expect(preferentialTax(cents(545_500), cents(1_000), single)).toBe(cents(200));
    expect(preferentialTax(cents(545_000), cents(1_000), single)).toBe(cents(75 + 100));
    // The deduction is taken of ordinary income first.
    const found = project(2026, "single", { wagesCents: cents(10_000), longTermGainsCents: cents(50_000) });
    expect(found).toMatchObject({ taxableIncomeCents: cents(43_900), incomeTaxCents: 0, marginalRate: 10 });
  });

  test("of high income has 0.9 % of earnings (IRS, Questions and Answers for the Additional Medicare Tax)", () => {
    const tax = (status: FilingStatus, wages: number, own: number) =>
      additionalMedicareTax(status, { wagesCents: cents(wages), netEarningsCents: cents(own) });
    // C, single: 75,000 of earnings above what wages have left. D and E, joint: the same.
    expect(tax("single", 130_000, 145_000)).toBe(cents(675));
    expect(tax("married_joint", 150_000, 175_000)).toBe(cents(675));
    expect(tax("married_separate", 125_000, 0)).toBe(0);
    expect(tax("head", 200_100, 100)).toBe(cents(1.8));
    expect(project(2026, "single", { wagesCents: cents(700_000) })).toMatchObject({
      otherTaxesCents: cents(4_500),
      totalCents: cents(209_000.25 + 4_500),
    });
  });

  test("of high income has 3.8 % of investment income (IRS, Questions and Answers on the Net Investment Income Tax)", () => {
    const tax = (investment: number, adjusted: number) =>
      netInvestmentIncomeTax("single", {
        investmentCents: cents(investment),
        adjustedGrossCents: cents(adjusted),
      });
    // A single filer with wages of 180,000 and 15,000 or 90,000 of investment income.
    expect(tax(15_000, 195_000)).toBe(0);
    expect(tax(90_000, 270_000)).toBe(cents(2_660));
    const found = project(2026, "single", { wagesCents: cents(180_000), interestCents: cents(90_000) });
    expect(found.otherTaxesCents).toBe(cents(2_660));
    expect(found.totalCents).toBe(found.incomeTaxCents + cents(2_660));
  });

  test("the child credit ends at the tax and falls with income", () => {
    const credits = (wages: number, dependents: number) =>
      project(2026, "married_joint", { wagesCents: cents(wages), dependents }).creditsCents;
    expect(credits(120_000, 2)).toBe(cents(4_400));
    expect(credits(40_000, 2)).toBe(cents(780));
    expect(credits(400_000, 1)).toBe(cents(2_200));
    expect(credits(400_001, 1)).toBe(cents(2_150));
    expect(credits(444_000, 1)).toBe(0);
  });

  test("withholding and payments are subtracted: positive is due, negative refunded", () => {
    const inputs = { wagesCents: cents(60_000), withheldCents: cents(5_500), estimatedPaidCents: cents(100) };
    const found = project(2026, "single", inputs);
    expect(found).toMatchObject({ balanceCents: cents(-580), marginalRate: 12, effectiveRate: 8.37 });
    expect(found.steps.map(({ label }) => label)).toContain("Standard deduction");
  });

  test("more income is never less tax, and brackets meet", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2025, 2026),
        fc.constantFrom(...filingStatuses),
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (year, status, income, more) => {
          const table = taxYearOf(year)!.byStatus[status];
          const [less, then] = [ordinaryTax(income, table), ordinaryTax(income + more, table)];
          expect(then - less).toBeGreaterThanOrEqual(Math.floor(more / 10) - 1);
          expect(then - less).toBeLessThanOrEqual(Math.ceil((more * 37) / 100) + 1);
        },
      ),
    );
  });
});

const loan = (
  principal: number,
  percent: number,
  termMonths: number,
  more: Partial<LoanTerms> = {},
): LoanTerms => ({
  principal: cents(principal),
  annualRate: Math.round(percent * 10_000),
  termMonths,
  startDate: "2026-01-31",
  paymentDay: 31,
  ...more,
});

describe("estimated tax", () => {
  const required = (facts: Partial<EstimateInputs>) =>
    requiredPayment({
      filingStatus: "single",
      currentTaxCents: 0,
      withheldCents: 0,
      priorTaxCents: null,
      priorAdjustedGrossCents: null,
      ...facts,
    });
  const lane = { currentTaxCents: cents(21_946), priorTaxCents: cents(12_400), withheldCents: cents(1_600) };

  test("is last year's tax where that is smaller (IRS Publication 505 for 2015, Lori Lane: $12,400)", () => {
    expect(required({ ...lane, priorAdjustedGrossCents: cents(150_000) })).toEqual({
      safeHarbor: "prior_year",
      requiredCents: cents(12_400),
      installmentsCents: cents(10_800),
    });
    // Without last year's tax, 90 % of $21,946 in the same example are $19,751.40.
    expect(required({ ...lane, priorTaxCents: null })).toMatchObject({
      safeHarbor: "current_year",
      requiredCents: cents(19_751.4),
    });
  });

  test("is 110 % of last year's tax for high income, from half of it on for separate returns", () => {
    const high = { ...lane, priorAdjustedGrossCents: cents(150_000.01) };
    expect(required(high)).toMatchObject({ safeHarbor: "prior_year_110", requiredCents: cents(13_640) });
    const separate = { ...lane, filingStatus: "married_separate" as const };
    expect(required({ ...separate, priorAdjustedGrossCents: cents(75_000) }).requiredCents).toBe(
      cents(12_400),
    );
    expect(required({ ...separate, priorAdjustedGrossCents: cents(75_000.01) }).requiredCents).toBe(
      cents(13_640),
    );
  });

  test("is nothing below $1,000 after withholding, and where last year had no tax", () => {
    const facts = { currentTaxCents: cents(5_000), withheldCents: cents(4_000.01) };
    expect(required(facts)).toEqual({ safeHarbor: "below_1000", requiredCents: 0, installmentsCents: 0 });
    expect(required({ ...facts, withheldCents: cents(4_000) }).installmentsCents).toBe(cents(500));
    expect(required({ ...facts, withheldCents: 0, priorTaxCents: 0 }).installmentsCents).toBe(0);
  });

  test.each([
    // The dates of Form 1040-ES of each year.
    [2022, ["2022-04-18", "2022-06-15", "2022-09-15", "2023-01-17"]],
    [2023, ["2023-04-18", "2023-06-15", "2023-09-15", "2024-01-16"]],
    [2024, ["2024-04-15", "2024-06-17", "2024-09-16", "2025-01-15"]],
    [2025, ["2025-04-15", "2025-06-16", "2025-09-15", "2026-01-15"]],
  ])("is due on the days of Form 1040-ES of %i", (year, days) => {
    expect(installmentsOf(year, 0, 0).map(({ dueDate }) => dueDate)).toEqual(days);
  });

  test("has four installments that lose no cent, and payments cover the earliest first", () => {
    const found = installmentsOf(2026, 1_003, 600);
    expect(found.map(({ amountCents, paidCents }) => [amountCents, paidCents])).toEqual([
      [251, 251],
      [251, 251],
      [251, 98],
      [250, 0],
    ]);
  });

  test("never exceeds a rule that is written out, whatever the figures", () => {
    fc.assert(
      fc.property(
        fc.nat(90_000_000),
        fc.nat(90_000_000),
        fc.option(fc.nat(90_000_000)),
        fc.nat(40_000_000),
        fc.constantFrom(...filingStatuses),
        (currentTaxCents, withheldCents, priorTaxCents, priorAdjustedGrossCents, filingStatus) => {
          const limit = filingStatus === "married_separate" ? 75_000 : 150_000;
          const factor = priorAdjustedGrossCents / 100 > limit ? 1.1 : 1;
          const harbors = [
            0.9 * currentTaxCents,
            ...(priorTaxCents === null ? [] : [factor * priorTaxCents]),
          ];
          const isSmall = (currentTaxCents - withheldCents) / 100 < 1_000;
          const expected = isSmall ? 0 : Math.max(0, Math.min(...harbors) - withheldCents);
          const inputs = {
            currentTaxCents,
            withheldCents,
            priorTaxCents,
            priorAdjustedGrossCents,
            filingStatus,
          };
          expect(Math.abs(requiredPayment(inputs).installmentsCents - expected)).toBeLessThanOrEqual(0.51);
        },
      ),
    );
  });
});

describe("a loan", () => {
  test.each([
    [200_000, 6, 360, 1_199.1, 1_200.14, 231_677.04],
    [10_000, 5, 12, 856.07, 856.12, 272.89],
    [25_000, 6.99, 60, 494.91, 495.09, 4_694.78],
  ])("of %d at %d %% for %i months", (principal, percent, months, payment, last, interest) => {
    const found = loanSchedule(loan(principal, percent, months));
    expect([found.payment, found.rows.at(-1)!.payment, found.totalInterest]).toEqual(
      [payment, last, interest].map(cents),
    );
    expect(found.rows).toHaveLength(months);
  });

  test("is paid on its day, or a short month's last", () => {
    const dates = loanSchedule(loan(1_000, 5, 4)).rows.map(({ date }) => date);
    expect(dates).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
  });

  test("without interest is its principal in equal parts", () => {
    const { payment, totalInterest, rows } = loanSchedule(loan(100, 0, 3));
    expect([payment, totalInterest, rows.at(-1)!.payment]).toEqual([3_333, 0, 3_334]);
  });

  test("is paid off whole, whatever is paid on top, and more on top is never more interest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 0, max: 400_000 }),
        fc.integer({ min: 1, max: 480 }),
        fc.integer({ min: 0, max: 100_000 }),
        (principal, annualRate, termMonths, extra) => {
          const terms = { ...loan(1, 1, 1), principal, annualRate, termMonths };
          const [plain, quicker] = [loanSchedule(terms), loanSchedule(terms, extra)];
          for (const { rows, totalPaid } of [plain, quicker]) {
            expect(rows.at(-1)!.balance).toBe(0);
            expect(rows.reduce((sum, row) => sum + row.principal, 0)).toBe(principal);
            expect(rows.reduce((sum, row) => sum + row.payment, 0)).toBe(totalPaid);
            expect(rows.length).toBeLessThanOrEqual(termMonths);
          }
          expect(quicker.totalInterest).toBeLessThanOrEqual(plain.totalInterest);
          expect(levelPayment(terms)).toBe(plain.payment);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("paying more on loans", () => {
  const anyLoan = fc.record({
    principal: fc.integer({ min: 1_000, max: 50_000_000 }),
    annualRate: fc.integer({ min: 0, max: 250_000 }),
    termMonths: fc.integer({ min: 1, max: 360 }),
    startDate: fc.constant("2026-01-15"),
    paymentDay: fc.constant(15),
  });

  test("from the first payment on saves what the schedule with extra principal saves", () => {
    fc.assert(
      fc.property(anyLoan, fc.integer({ min: 1, max: 5_000_000 }), (terms, extra) => {
        const [plain, faster] = [loanSchedule(terms), loanSchedule(terms, extra)];
        expect(extraPaymentEffect(terms, "2026-01-15", { monthly: extra, once: 0 })).toEqual({
          payoffDate: plain.rows.at(-1)!.date,
          newPayoffDate: faster.rows.at(-1)!.date,
          monthsSaved: plain.rows.length - faster.rows.length,
          interestSaved: plain.totalInterest - faster.totalInterest,
        });
      }),
    );
  });

  test("counts earlier payments as made, and a lump sum once", () => {
    const terms = {
      principal: 120_000,
      annualRate: 0,
      termMonths: 12,
      startDate: "2026-01-15",
      paymentDay: 15,
    };
    expect(extraPaymentEffect(terms, "2026-03-15", { monthly: 0, once: 25_000 })).toMatchObject({
      payoffDate: "2027-01-15",
      newPayoffDate: "2026-11-15",
      monthsSaved: 2,
    });
    expect(extraPaymentEffect(terms, "2026-03-15", { monthly: 10_000, once: 0 })).toMatchObject({
      monthsSaved: 5,
    });
    expect(extraPaymentEffect(terms, "2027-01-15", { monthly: 0, once: 1 })).toBeNull();
  });

  test("avalanche starts at the highest rate, snowball at the smallest balance", () => {
    const debts = [
      { id: "card", balance: 100_000, annualRate: 240_000, payment: 3_000 },
      { id: "car", balance: 50_000, annualRate: 50_000, payment: 2_000 },
    ];
    const [avalanche, snowball] = payoffStrategies.map((strategy) => payoffPlan(debts, 20_000, strategy)!);
    expect(avalanche!.debts.map(({ id }) => id)).toEqual(["card", "car"]);
    expect(snowball!.debts.map(({ id }) => id)).toEqual(["car", "card"]);
    expect(avalanche!.totalInterest).toBeLessThan(snowball!.totalInterest);
    expect(payoffPlan(debts, 2_000, "avalanche")).toBeNull();
  });

  /** The same plan by month in floating point, with one pot of money per month. */
  function monthsByHand(debts: readonly Debt[], budget: number, first: (a: Debt, b: Debt) => number): number {
    let open = debts.map((debt) => ({ ...debt }));
    for (let month = 1; month <= 1_200; month++) {
      let pot = budget;
      open = open.map((debt) => ({ ...debt, balance: debt.balance * (1 + debt.annualRate / 12_000_000) }));
      for (const debt of open) {
        const part = Math.min(debt.payment, debt.balance);
        debt.balance -= part;
        pot -= part;
      }
      const ranked = debts.toSorted(first).map(({ id }) => open.find((debt) => debt.id === id)!);
      for (const debt of ranked) {
        const part = Math.min(pot, debt.balance);
        debt.balance -= part;
        pot -= part;
      }
      if (open.every(({ balance }) => balance < 0.5)) return month;
    }
    return Infinity;
  }

  test("pays off every debt in the months that a calculation by hand takes, and no cent is lost", () => {
    const anyDebts = fc
      .array(
        fc.record({
          balance: fc.integer({ min: 10_000, max: 2_000_000 }),
          annualRate: fc.integer({ min: 0, max: 200_000 }),
        }),
        { minLength: 1, maxLength: 5 },
      )
      .map((drawn) =>
        drawn.map((debt, index): Debt => ({
          ...debt,
          id: `d${index}`,
          payment: Math.ceil(debt.balance / 36),
        })),
      );
    fc.assert(
      fc.property(anyDebts, fc.integer({ min: 0, max: 100_000 }), (debts, more) => {
        const budget = debts.reduce((sum, { payment }) => sum + payment, more);
        const found = payoffPlan(debts, budget, "avalanche")!;
        const byRate = (a: Debt, b: Debt) =>
          b.annualRate - a.annualRate || a.balance - b.balance || (a.id < b.id ? -1 : 1);
        const owed = debts.reduce((sum, { balance }) => sum + balance, found.totalInterest);
        expect(Math.abs(found.months - monthsByHand(debts, budget, byRate))).toBeLessThanOrEqual(1);
        expect(owed).toBeGreaterThan(budget * (found.months - 1));
        expect(owed).toBeLessThanOrEqual(budget * found.months);
      }),
    );
  });
});

test("a card's payment is 1 % and the interest, at least the least, and never more than is owed", () => {
  const payment = (balance: number) =>
    cardPayment({ balance: cents(balance), annualRate: 240_000, least: cents(25) });
  expect(payment(10_000)).toBe(cents(100 + 200));
  expect(payment(500)).toBe(cents(25));
  expect(payment(10)).toBe(cents(10.2));
});

describe("returns", () => {
  test("money-weighted returns of dated flows", () => {
    const flows = [
      { date: "2025-01-01", amount: -1_000 },
      { date: "2025-07-01", amount: -500 },
      { date: "2026-01-01", amount: 1_650 },
    ];
    expect(xirr(flows)).toBe(12.0487);
    expect(xirr(flows.map((flow) => ({ ...flow, amount: flow.amount * 100 })))).toBe(12.0487);
    expect(xirr(flows.slice(0, 2))).toBeNull();
    expect(
      xirr([
        { date: "2025-01-01", amount: -100 },
        { date: "2026-01-01", amount: 110 },
      ]),
    ).toBe(10);
  });

  test("money-weighted returns equal published examples", () => {
    const amounts = [-10_000, 2_750, 4_250, 3_250, 2_750];
    const on = (days: readonly string[]) => days.map((date, index) => ({ date, amount: amounts[index]! }));
    // Microsoft Support, "XIRR function": 0.373362535.
    const excel = ["2008-01-01", "2008-03-01", "2008-10-30", "2009-02-15", "2009-04-01"];
    expect(xirr(on(excel))).toBe(37.3363);
    // Microsoft Learn, "XIRR function (DAX)": 37.49 %.
    const dax = ["2014-01-01", "2014-03-01", "2014-10-30", "2015-02-15", "2015-04-01"];
    expect(xirr(on(dax))).toBeCloseTo(37.49, 2);
    // CFA Program Level I, LOS 7.d (2019), discounted cash flow applications: deposits of 100 and 118, 264 at the end: 13.86 %.
    expect(
      xirr([
        { date: "2017-01-01", amount: -100 },
        { date: "2018-01-01", amount: -118 },
        { date: "2019-01-01", amount: 264 },
      ]),
    ).toBeCloseTo(13.86, 2);
  });

  test("time-weighted returns equal published examples", () => {
    // Investopedia, "Time-Weighted Rate of Return": 16.25 % until a deposit of 100,000, then -5.56 %, 9.79 % in all.
    const deposit = [
      { value: 1_000_000, flow: 1_000_000 },
      { value: 1_262_484, flow: 100_000 },
      { value: 1_192_328, flow: 0 },
    ];
    expect(timeWeightedReturn(deposit.slice(0, 2))).toBeCloseTo(16.25, 2);
    expect(timeWeightedReturn(deposit)).toBeCloseTo(9.79, 2);
    // CFA Program Level I, LOS 7.d (2019): 22 % and 10 %, so 15.84 % per year over two years.
    const shares = [
      { value: 100, flow: 100 },
      { value: 240, flow: 118 },
      { value: 0, flow: -264 },
    ];
    expect(timeWeightedReturn(shares)).toBe(34.2);
    expect((Math.sqrt(1 + timeWeightedReturn(shares)! / 100) - 1) * 100).toBeCloseTo(15.84, 2);
  });

  test("time-weighted returns are independent of contributions", () => {
    const days = [
      { value: 100, flow: 100 },
      { value: 110, flow: 0 },
      { value: 1_110, flow: 1_000 },
      { value: 1_221, flow: 0 },
    ];
    expect(timeWeightedReturn(days)).toBe(21);
    expect(timeWeightedReturn([{ value: 0, flow: 0 }])).toBeNull();
  });
});
