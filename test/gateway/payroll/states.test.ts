import fc from "fast-check";
import { expect, test } from "vitest";
import { grossToNet, type PayInput } from "../../../subgraphs/gateway/payroll/taxes/gross-to-net.ts";
import { defaultW4 } from "../../../subgraphs/gateway/payroll/taxes/income-tax-withholding.ts";
import { payrollYearFrom } from "../../../subgraphs/gateway/payroll/taxes/payroll-year.ts";
import { defaultStateCertificate } from "../../../subgraphs/gateway/payroll/taxes/state-certificate.ts";
import { taxStateOf } from "../../../subgraphs/gateway/payroll/taxes/state-taxes.ts";
import { shippedTables } from "../../../subgraphs/gateway/payroll/tax-tables/shipped-tables.ts";
import { oracle, oracleStates } from "./states-oracle.ts";

const year = payrollYearFrom(shippedTables(2026)!);
const payDate = "2026-03-13";

function payIn(state: string, more: Partial<PayInput> = {}, work: Partial<PayInput["work"]> = {}): PayInput {
  return {
    year,
    payDate,
    frequency: "biweekly",
    regularCents: 0,
    supplementalCents: 0,
    reimbursementCents: 0,
    w4: defaultW4,
    work: {
      state,
      residenceState: null,
      certificateOf: () => ({ ...defaultStateCertificate, allowances: 1 }),
      passedOn: [],
      employeeCount: 30,
      chargedCents: new Map(),
      ...work,
    },
    suta: { rate: 0, baseCents: 0 },
    deductions: [],
    garnishments: [],
    before: { socialSecurityCents: 0, medicareCents: 0, futaCents: 0, supplementalCents: 0 },
    ...more,
  };
}

const frequencies = { weekly: 52, biweekly: 26, semimonthly: 24, monthly: 12 } as const;

test("gross to net is that of an independent calculation in all states, at three incomes and four frequencies", () => {
  expect(oracleStates).toHaveLength(51);
  for (const state of oracleStates)
    for (const yearly of [30_000, 75_000, 250_000])
      for (const [frequency, periods] of Object.entries(frequencies)) {
        const grossCents = Math.round((yearly * 100) / periods);
        const input = payIn(state, {
          regularCents: grossCents,
          frequency: frequency as PayInput["frequency"],
        });
        const { taxes, netCents } = grossToNet(input)!;
        const found = {
          federal: taxes.federalIncomeCents,
          state: taxes.stateCents + taxes.localCents,
          contributed: taxes.contributionsCents,
          socialSecurity: taxes.socialSecurityCents,
          medicare: taxes.medicareCents,
          net: netCents,
        };
        const expected = oracle(state, { grossCents, frequency, periods, payDate });
        const at = `${state} ${yearly} ${frequency}`;
        expect({ at, ...found }).toEqual({ at, ...expected });
      }
});

test("parts of a payslip add up to gross in every state, and none is negative", () => {
  const cents = (max: number) => fc.integer({ min: 0, max });
  const anyone = fc.record({
    state: fc.constantFrom(...oracleStates),
    residenceState: fc.option(fc.constantFrom(...oracleStates)),
    regularCents: cents(3_000_000),
    supplementalCents: cents(500_000),
    pretax: cents(400_000),
    retirement: cents(400_000),
    certificate: fc.record({
      filingStatus: fc.constantFrom("single" as const, "married" as const, "head" as const),
      allowances: cents(12),
      exemptionCode: fc.constantFrom(null, "A", "B", "D", "F", "S", "M"),
      county: fc.constantFrom(null, "01", "02", "11"),
      spouseHasIncome: fc.boolean(),
      extraCents: cents(20_000),
    }),
  });
  fc.assert(
    fc.property(anyone, ({ state, residenceState, certificate, pretax, retirement, ...amounts }) => {
      const certificateOf = () => ({ ...defaultStateCertificate, ...certificate });
      const deductions = [
        { code: "a", timing: "pretax_section125" as const, amountCents: pretax },
        { code: "b", timing: "pretax_retirement" as const, amountCents: retirement },
      ];
      const passedOn = ["ma_pfml", "me_pfml", "de_paid_leave", "ny_dbl", "vt_ccc"];
      const pay = grossToNet(
        payIn(state, { ...amounts, deductions }, { residenceState, certificateOf, passedOn }),
      )!;
      const parts = [...Object.values(pay.taxes), ...pay.deductions.map(({ amountCents }) => amountCents)];
      expect(parts.reduce((sum, part) => sum + part, pay.netCents)).toBe(pay.grossCents);
      for (const part of [...parts, pay.netCents]) expect(part).toBeGreaterThanOrEqual(0);
      const contributed = pay.contributions.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(contributed).toBe(pay.taxes.contributionsCents);
    }),
    { numRuns: 400 },
  );
});

test("states with an agreement withhold for the state of residence; others tax a nonresident and say so", () => {
  const { tables } = year;
  expect(taxStateOf(tables, { state: "PA", residenceState: "NJ" })).toMatchObject({ taxState: "NJ" });
  expect(taxStateOf(tables, { state: "DC", residenceState: "VA" })).toMatchObject({ taxState: "VA" });
  expect(taxStateOf(tables, { state: "NY", residenceState: "NJ" })).toEqual({
    taxState: "NY",
    isNonresident: true,
  });
  const pay = grossToNet(payIn("NY", { regularCents: 300_000 }, { residenceState: "NJ" }))!;
  expect(pay.taxState).toBe("NY");
  expect(pay.notIncluded).toContain("Income tax of NJ, the state of residence");
  const commuter = grossToNet(payIn("PA", { regularCents: 300_000 }, { residenceState: "NJ" }))!;
  expect(commuter.contributions.map(({ key }) => key)).toEqual(["pa_uc"]);
});

test("New Jersey takes retirement off its wages, and Pennsylvania the cafeteria plan", () => {
  const deductions = [
    { code: "a", timing: "pretax_section125" as const, amountCents: 10_000 },
    { code: "b", timing: "pretax_retirement" as const, amountCents: 20_000 },
  ];
  const wagesIn = (state: string) =>
    grossToNet(payIn(state, { regularCents: 300_000, deductions }))!.stateWagesCents;
  expect([wagesIn("NJ"), wagesIn("PA"), wagesIn("OH"), wagesIn("TX")]).toEqual([
    280_000, 290_000, 270_000, 0,
  ]);
});

test("contributions stop at their wage bases, and are borne by employees only where the employer may say so", () => {
  const payWith = (state: string, work: Partial<PayInput["work"]>) =>
    grossToNet(payIn(state, { regularCents: 300_000 }, work))!;
  const nearBase = payWith("NJ", { chargedCents: new Map([["nj_ui_wf_swf", 4_400_000]]) });
  expect(nearBase.contributions[0]).toMatchObject({ wagesCents: 80_000, amountCents: 340 });
  expect(payWith("MA", {}).notIncluded).toContain(
    "Massachusetts Paid Family and Medical Leave: not passed on to employees",
  );
  expect(payWith("MA", { passedOn: ["ma_pfml"] }).taxes.contributionsCents).toBe(1_380);
  const delaware = (employeeCount: number) =>
    payWith("DE", { passedOn: ["de_paid_leave"], employeeCount }).taxes.contributionsCents;
  expect([delaware(9), delaware(10), delaware(25)]).toEqual([0, 480, 1_200]);
  expect(payWith("NY", { passedOn: ["ny_dbl"] }).contributions[1]).toMatchObject({ amountCents: 120 });
  const monthly = grossToNet(
    payIn("NY", { regularCents: 300_000, frequency: "monthly" }, { passedOn: ["ny_dbl"] }),
  )!;
  expect(monthly.notIncluded).toContain("New York disability benefits: no amount for this pay frequency");
});
