import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { grossToNet, type PayInput, type PayResult } from "../taxes/gross-to-net.ts";
import { grossUp } from "../taxes/gross-up.ts";
import type { PayrollYear } from "../taxes/payroll-year.ts";
import { defaultStateCertificate } from "../taxes/state-certificate.ts";
import { supportedStates } from "../taxes/state-withholding.ts";
import { taxStateOf } from "../taxes/state-taxes.ts";
import { yearFor } from "../tax-tables/tax-tables.service.ts";
import { stateNotSupported } from "../payroll.errors.ts";
import { electedRateOf } from "../people/elected-rate.ts";
import type { CalculateTaxesInput, GrossUp, GrossUpPayInput, TaxBreakdown } from "./taxes.types.ts";

/** Taxes of one payment with every line of the worksheet. Throws STATE_NOT_SUPPORTED and BUSINESS_RULE year_not_supported. */
export function calculateTaxes(ctx: GatewayContext, input: CalculateTaxesInput): Promise<TaxBreakdown> {
  return withYear(ctx, input.payDate, (year) => {
    const pay = grossToNet({ ...payInputOf(year, input), [payKindOf(input)]: input.grossPay });
    return presentTaxes(year, input, pay);
  });
}

/**
 * The smallest gross pay that gives at least a net pay, with its taxes. Throws STATE_NOT_SUPPORTED and BUSINESS_RULE
 * year_not_supported.
 */
export function grossUpPay(ctx: GatewayContext, input: GrossUpPayInput): Promise<GrossUp> {
  return withYear(ctx, input.payDate, (year) => {
    const found = grossUp(input.netWanted, payInputOf(year, input), payKindOf(input));
    const breakdown = presentTaxes(year, input, found?.pay ?? null);
    return { grossCents: found!.grossCents, breakdown };
  });
}

type TaxFacts = Omit<CalculateTaxesInput, "grossPay">;

function withYear<T>(ctx: GatewayContext, payDate: string, use: (year: PayrollYear) => T): Promise<T> {
  const read = async (em: EntityManager) => use(await yearFor(em, payDate));
  return inTransaction(ctx, read, { readOnly: true });
}

function payKindOf({ supplemental }: TaxFacts): "regularCents" | "supplementalCents" {
  return supplemental ? "supplementalCents" : "regularCents";
}

/** Facts of a payment without its amount. */
function payInputOf(year: PayrollYear, input: TaxFacts): PayInput {
  const { payDate, filingStatus, ytdGross } = input;
  const before = ytdGross ?? 0;
  return {
    year,
    payDate,
    frequency: input.frequency,
    regularCents: 0,
    supplementalCents: 0,
    reimbursementCents: 0,
    w4: {
      filingStatus,
      step2: input.step2 ?? false,
      step3Cents: input.step3 ?? 0,
      step4aCents: input.step4a ?? 0,
      step4bCents: input.step4b ?? 0,
      step4cCents: input.step4c ?? 0,
      exempt: false,
    },
    work: workOf(year, input, before),
    suta: { rate: 0, baseCents: 0 },
    deductions: [{ code: "pretax", timing: "pretax_section125", amountCents: input.pretax ?? 0 }],
    garnishments: [],
    before: { socialSecurityCents: before, medicareCents: before, futaCents: before, supplementalCents: 0 },
  };
}

function workOf({ tables }: PayrollYear, input: TaxFacts, before: number): PayInput["work"] {
  // Without a state, use one that has no income tax.
  const state = input.state ?? "TX";
  const contributions = Object.hasOwn(tables.contributions, state) ? tables.contributions[state]! : [];
  const certificate = {
    ...defaultStateCertificate,
    filingStatus: input.filingStatus,
    allowances: input.stateAllowances ?? 0,
    electedRate: electedRateOf(input.stateElectedRate),
    exemptionCode: input.stateExemptionCode ?? null,
    county: input.stateCounty ?? null,
    spouseHasIncome: input.spouseHasIncome ?? false,
  };
  return {
    state,
    residenceState: input.residenceState ?? null,
    certificateOf: () => certificate,
    passedOn: [],
    employeeCount: 0,
    chargedCents: new Map(contributions.map(({ key }) => [key, before])),
  };
}

/** Throws STATE_NOT_SUPPORTED without a result. */
function presentTaxes(
  { tables }: PayrollYear,
  { payDate, state = null, residenceState = null }: TaxFacts,
  pay: PayResult | null,
): TaxBreakdown {
  if (!pay) {
    const { taxState } = taxStateOf(tables, { state: state!, residenceState });
    throw stateNotSupported([taxState], payDate, supportedStates(tables, payDate));
  }
  const { taxes, employer, netCents, worksheet, stateReason, contributions, notIncluded } = pay;
  const ofState =
    state === null
      ? { stateCents: null, stateReason: null, notIncluded: ["State taxes and contributions: set state"] }
      : { stateCents: taxes.stateCents, stateReason, notIncluded };
  return {
    ...taxes,
    ...ofState,
    contributions,
    employer,
    netCents,
    taxTableVersion: tables.version,
    steps: worksheet,
  };
}
