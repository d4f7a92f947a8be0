import { grossToNet, type PayInput, type PayResult } from "../taxes/gross-to-net.ts";
import { grossUp } from "../taxes/gross-up.ts";
import { taxTableVersion } from "../taxes/payroll-year.ts";
import { defaultStateCertificate, supportedStates } from "../taxes/state-income-tax.ts";
import { yearFor } from "./calculate-run.service.ts";
import { stateNotSupported } from "../payroll.errors.ts";
import type { CalculateTaxesInput, GrossUp, GrossUpPayInput, TaxBreakdown } from "./taxes.types.ts";

/** Taxes of one payment with every line of the worksheet. Throws STATE_NOT_SUPPORTED and BUSINESS_RULE year_not_supported. */
export function calculateTaxes(input: CalculateTaxesInput): TaxBreakdown {
  const pay = grossToNet({ ...payInputOf(input), [payKindOf(input)]: input.grossPay });
  return presentTaxes(input, pay);
}

/**
 * The smallest gross pay that gives at least a net pay, with its taxes. Throws STATE_NOT_SUPPORTED and BUSINESS_RULE
 * year_not_supported.
 */
export function grossUpPay(input: GrossUpPayInput): GrossUp {
  const found = grossUp(input.netWanted, payInputOf(input), payKindOf(input));
  const breakdown = presentTaxes(input, found?.pay ?? null);
  return { grossCents: found!.grossCents, breakdown };
}

type TaxFacts = Omit<CalculateTaxesInput, "grossPay">;

function payKindOf({ supplemental }: TaxFacts): "regularCents" | "supplementalCents" {
  return supplemental ? "supplementalCents" : "regularCents";
}

/** Facts of a payment without its amount. */
function payInputOf(input: TaxFacts): PayInput {
  const { state = null, filingStatus, ytdGross } = input;
  const before = ytdGross ?? 0;
  return {
    year: yearFor(input.payDate),
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
    // Without a state, use one that has no income tax.
    state: state ?? "TX",
    stateCertificate: { ...defaultStateCertificate, filingStatus, allowances: input.stateAllowances ?? 0 },
    suta: { rate: 0, baseCents: 0 },
    deductions: [{ code: "pretax", timing: "pretax_section125", amountCents: input.pretax ?? 0 }],
    garnishments: [],
    before: { socialSecurityCents: before, medicareCents: before, futaCents: before, supplementalCents: 0 },
  };
}

/** Throws STATE_NOT_SUPPORTED without a result. */
function presentTaxes({ payDate, state = null }: TaxFacts, pay: PayResult | null): TaxBreakdown {
  const { year } = yearFor(payDate);
  if (!pay) throw stateNotSupported([state!], year, supportedStates(year));
  const { taxes, employer, netCents, worksheet, stateReason } = pay;
  const ofState =
    state === null ? { stateCents: null, stateReason: null } : { stateCents: taxes.stateCents, stateReason };
  return {
    ...taxes,
    ...ofState,
    employer,
    netCents,
    taxTableVersion: taxTableVersion(year),
    steps: worksheet,
  };
}
