/**
 * The alternative minimum tax, the deduction for qualified business income and state tax by withholding tables: published
 * examples, figures by hand, and calculations written apart, line by line of the forms.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { businessIncomeDeduction } from "../../../subgraphs/gateway/finance/taxes/business-income-deduction.ts";
import {
  filingStatuses,
  taxYearOf,
  type FilingStatus,
} from "../../../subgraphs/gateway/finance/taxes/federal-tax-tables.ts";
import { householdTax, requestedInputs } from "../../../subgraphs/gateway/finance/taxes/household-tax.ts";
import { alternativeMinimumTax } from "../../../subgraphs/gateway/finance/taxes/minimum-tax.ts";
import type {
  TaxDetailsInput,
  TaxIncomeInput,
} from "../../../subgraphs/gateway/finance/taxes/tax-projection.types.ts";
import { annualStateTax } from "../../../subgraphs/gateway/payroll/taxes/annual-state-tax.ts";

const cents = (dollars: number) => Math.round(dollars * 100);
const states = { annualTax: annualStateTax };

function taxesOf(
  year: number,
  filingStatus: FilingStatus,
  {
    details,
    deductions,
    dependents,
    ...income
  }: Partial<TaxIncomeInput> & {
    details?: TaxDetailsInput;
    deductions?: number;
    dependents?: number;
  },
) {
  const asked = { filingStatus, income: { wages: 0, ...income }, details, deductions, dependents };
  return householdTax(taxYearOf(year)!, requestedInputs(asked), states);
}

describe("the deduction for qualified business income", () => {
  /** The threshold of 2018, 157,500 dollars, and the range of 50,000, both doubled on a joint return. */
  const year2018 = {
    ...taxYearOf(2025)!,
    businessIncome: {
      thresholdCents: {
        single: cents(157_500),
        married_joint: cents(315_000),
        married_separate: cents(157_500),
        head: cents(157_500),
      },
      rangeCents: cents(50_000),
      leastDeductionCents: 0,
      leastIncomeCents: 0,
    },
  };

  test.each([
    // (c)(3), examples 1 and 2: below the threshold, and gains are no income that limits it.
    ["single", 100_000, 81_000, 0, 0, 0, false, 16_200],
    ["single", 100_000, 74_000, 7_000, 0, 0, false, 13_400],
    ["married_joint", 100_000, 270_000, 0, 0, 0, false, 20_000],
    // (d)(4), examples 1 to 3: above the range.
    ["single", 1_000_000, 980_000, 0, 0, 0, false, 0],
    ["single", 4_000_000, 3_980_000, 0, 0, 10_000_000, false, 250_000],
    ["single", 900_000, 880_000, 0, 300_000, 30_000, false, 150_000],
    // Examples 5 and 6: 60 % through the range, without and with a specified service.
    ["married_joint", 300_000, 375_000, 0, 40_000, 0, false, 36_000],
    ["married_joint", 300_000, 375_000, 0, 40_000, 0, true, 14_400],
  ] as const)(
    "follows Treas. Reg. 1.199A-1: %s, income %d, taxable %d",
    (filingStatus, qualified, taxable, gains, wages, property, isSpecifiedService, deduction) => {
      const found = businessIncomeDeduction(year2018, {
        filingStatus,
        qualifiedCents: cents(qualified),
        taxableCents: cents(taxable),
        gainsCents: cents(gains),
        wagesCents: cents(wages),
        propertyCents: cents(property),
        isSpecifiedService,
      });
      expect(found).toBe(cents(deduction));
    },
  );

  test("is at least 400 dollars of 1,000 dollars of business income from 2026 on", () => {
    const facts = { filingStatus: "single", gainsCents: 0, wagesCents: 0, propertyCents: 0 } as const;
    const deduction = (year: number, dollars: number) =>
      businessIncomeDeduction(taxYearOf(year)!, {
        ...facts,
        qualifiedCents: cents(dollars),
        taxableCents: cents(50_000),
        isSpecifiedService: false,
      });
    expect([deduction(2025, 1_500), deduction(2026, 1_500), deduction(2026, 999.99)]).toEqual(
      [300, 400, 200].map(cents),
    );
    expect(deduction(2026, 2_500)).toBe(cents(500));
  });

  test("equals a calculation by the lines of Form 8995-A, on every side of the threshold", () => {
    const thresholds: Record<number, Record<FilingStatus, number>> = {
      2025: { single: 197_300, married_joint: 394_600, married_separate: 197_300, head: 197_300 },
      2026: { single: 201_750, married_joint: 403_500, married_separate: 201_775, head: 201_750 },
    };
    const money = fc.integer({ min: 0, max: 700_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(2025, 2026),
        fc.constantFrom(...filingStatuses),
        fc.record({ income: money, taxable: money, gains: money, wages: money, property: money }),
        fc.boolean(),
        (year, status, { income, taxable, gains, wages, property }, isService) => {
          const range = (year === 2025 ? 50_000 : 75_000) * (status === "married_joint" ? 2 : 1);
          const phase = Math.min(1, Math.max(0, (taxable - thresholds[year]![status]) / range));
          const share = isService ? 1 - phase : 1;
          const [q, w, u] = [income * share, wages * share, property * share];
          const before = 0.2 * q;
          const cap = Math.max(w / 2, w / 4 + u / 40);
          const component = before <= cap ? before : before - phase * (before - cap);
          const plain = Math.min(component, 0.2 * Math.max(0, taxable - gains));
          // At the end of the range a rounded share may be on either side of the least income.
          if (Math.abs(q - 1_000) < 0.01) return;
          const expected = year === 2026 && q >= 1_000 ? Math.max(400, plain) : plain;
          const found = businessIncomeDeduction(taxYearOf(year)!, {
            filingStatus: status,
            qualifiedCents: cents(income),
            taxableCents: cents(taxable),
            gainsCents: cents(gains),
            wagesCents: cents(wages),
            propertyCents: cents(property),
            isSpecifiedService: isService,
          });
          expect(Math.abs(found - expected * 100)).toBeLessThan(3);
        },
      ),
    );
  });

  test("lowers taxable income and names what it assumes", () => {
    // 7,064.78 of self-employment tax: (50,000 - 3,532.39) × 20 % is above 20 % of 30,367.61.
    const { federal } = taxesOf(2026, "single", { selfEmployment: cents(50_000) });
    expect(federal).toMatchObject({
      businessDeductionCents: cents(6_073.52),
      taxableIncomeCents: cents(24_294.09),
    });
    const high = { selfEmployment: cents(60_000), wages: cents(400_000) };
    // Above the range and without wages, the least deduction is left; 2025 has none.
    expect(taxesOf(2026, "single", high).federal.businessDeductionCents).toBe(cents(400));
    expect(taxesOf(2025, "single", high).federal.businessDeductionCents).toBe(0);
    expect(taxesOf(2026, "single", high).assumptions).toContain(
      "The business pays no W-2 wages and has no qualified property",
    );
    const paying = taxesOf(2026, "single", { ...high, details: { businessWages: cents(20_000) } });
    expect(paying.federal.businessDeductionCents).toBe(cents(10_000));
    expect(paying.assumptions).not.toContain("The business pays no W-2 wages and has no qualified property");
  });
});

/** Form 6251 in dollars, line by line, with figures of its own. */
function form6251(
  year: 2025 | 2026,
  status: FilingStatus,
  { income, gains, ordinary }: { income: number; gains: number; ordinary: number },
): number {
  const is2025 = year === 2025;
  const isSeparate = status === "married_separate";
  const joint = { exemption: is2025 ? 137_000 : 140_200, from: is2025 ? 1_252_700 : 1_000_000 };
  const exemption = isSeparate ? joint.exemption / 2 : is2025 ? 88_100 : 90_100;
  const [full, from] =
    status === "married_joint" ? [joint.exemption, joint.from] : [exemption, joint.from / 2];
  const rate = is2025 ? 0.25 : 0.5;
  const end = from + full / rate;
  const line4 = isSeparate && income > end ? income + Math.min(full, rate * (income - end)) : income;
  const line5 = Math.max(0, full - Math.max(0, rate * (line4 - from)));
  const line6 = Math.max(0, line4 - line5);
  const corner = (is2025 ? 239_100 : 244_500) / (isSeparate ? 2 : 1);
  const twoRates = (amount: number) => (amount <= corner ? amount * 0.26 : amount * 0.28 - corner * 0.02);
  const [zeroEnd, middleEnd] = {
    2025: {
      single: [48_350, 533_400],
      married_joint: [96_700, 600_050],
      married_separate: [48_350, 300_000],
      head: [64_750, 566_700],
    },
    2026: {
      single: [49_450, 545_500],
      married_joint: [98_900, 613_700],
      married_separate: [49_450, 306_850],
      head: [66_200, 579_600],
    },
  }[year][status] as [number, number];
  const line16 = Math.min(line6, gains);
  const line17 = line6 - line16;
  const line21 = Math.max(0, zeroEnd - ordinary);
  const line22 = Math.min(line6, gains);
  const line23 = Math.min(line21, line22);
  const line24 = line22 - line23;
  const line29 = Math.max(0, middleEnd - (line21 + ordinary));
  const line30 = Math.min(line24, line29);
  const line33 = line22 - line23 - line30;
  return Math.min(twoRates(line6), twoRates(line17) + 0.15 * line30 + 0.2 * line33);
}

describe("the alternative minimum tax", () => {
  test.each([
    // By hand: 26 % of 244,500 and 28 % of 165,400 are 109,882; the regular tax of 183,900 is 36,734.
    [2026, 300_000, 73_148],
    // 600,000 is 100,000 above the start of the phase-out: 40,100 of 90,100 are left.
    [2026, 400_000, 115_148],
    [2025, 400_000, 138_550 - 37_067],
  ] as const)("of %i on 200,000 of wages and option spreads of %d", (year, spread, tax) => {
    const { federal } = taxesOf(year, "single", {
      wages: cents(200_000),
      details: { minimumTaxItems: cents(spread) },
    });
    expect(federal.minimumTaxCents).toBe(cents(tax));
    expect(federal.totalCents).toBe(
      federal.incomeTaxCents + federal.minimumTaxCents + federal.otherTaxesCents,
    );
  });

  test("is none on plain wages, and itemized state taxes come back into it", () => {
    for (const status of filingStatuses)
      expect(taxesOf(2026, status, { wages: cents(450_000) }).federal.minimumTaxCents).toBe(0);
    const itemized = { wages: cents(100_000), deductions: cents(90_000) };
    const [without, with40] = [0, 40_000].map((taxes) =>
      taxesOf(2026, "single", {
        ...itemized,
        details: { itemizedTaxes: cents(taxes), minimumTaxItems: cents(100_000) },
      }),
    );
    // 110,000 and 150,000 less 90,100, at 26 %, against 1,000 of regular tax.
    expect(without!.federal.minimumTaxCents).toBe(cents(19_900 * 0.26 - 1_000));
    expect(with40!.federal.minimumTaxCents).toBe(cents(59_900 * 0.26 - 1_000));
    expect(without!.assumptions).toContain("No state or local taxes are among the itemized deductions");
    expect(with40!.assumptions).toEqual([]);
  });

  test("takes the child credit, which the regular tax alone would cap", () => {
    const { federal } = taxesOf(2026, "single", {
      wages: cents(20_000),
      dependents: 1,
      details: { minimumTaxItems: cents(100_000) },
    });
    expect(federal.incomeTaxCents).toBe(cents(390));
    expect(federal.creditsCents).toBe(cents(2_200));
  });

  test("equals a calculation by the lines of Form 6251", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2025 as const, 2026 as const),
        fc.constantFrom(...filingStatuses),
        fc.integer({ min: -50_000, max: 2_500_000 }),
        fc.integer({ min: 0, max: 1_500_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (year, status, income, gains, ordinary) => {
          const found = alternativeMinimumTax(taxYearOf(year)!, {
            filingStatus: status,
            alternativeIncomeCents: cents(income),
            gainsCents: cents(gains),
            regularOrdinaryCents: cents(ordinary),
            regularTaxCents: 0,
          });
          const expected = form6251(year, status, { income, gains, ordinary });
          expect(Math.abs(found.taxCents - expected * 100)).toBeLessThan(3);
        },
      ),
    );
  });
});

describe("state income tax", () => {
  test("follows the withholding tables of payroll on all income, beside the federal tax", () => {
    const ofState = (state: string, stateAllowances = 0) =>
      taxesOf(2026, "married_joint", {
        wages: cents(80_000),
        interest: cents(1_000),
        details: { state, stateAllowances },
      });
    // 3.07 % without exemptions; 4.95 % less 2,925 for each exemption; none.
    expect(ofState("PA").stateTax).toEqual({
      state: "PA",
      taxCents: cents(81_000 * 0.0307),
      source: "Pennsylvania Employer Withholding (REV-415)",
    });
    expect(ofState("IL", 4).stateTax!.taxCents).toBe(cents((81_000 - 4 * 2_925) * 0.0495));
    expect(ofState("TX").stateTax!.taxCents).toBe(0);
    expect(ofState("PA").notIncluded).toContain("Pennsylvania local earned income and local services taxes");
    expect(ofState("PA").federal.totalCents).toBe(ofState("TX").federal.totalCents);
    expect(ofState("IL", 1).assumptions.at(-1)).toContain("with 1 exemption on");
  });

  test("is named as left out without a state, or where the state has no table", () => {
    expect(taxesOf(2026, "single", {}).notIncluded).toContain(
      "State and local income taxes: no state is given",
    );
    const { stateTax, notIncluded } = taxesOf(2026, "single", { details: { state: "PR" } });
    expect(stateTax).toBeNull();
    expect(notIncluded).toContain("State and local income taxes: PR has no table");
  });
});
