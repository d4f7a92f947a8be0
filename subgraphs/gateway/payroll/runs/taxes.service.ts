import { grossToNet } from "../taxes/gross-to-net.ts";
import { taxTableVersion } from "../taxes/payroll-year.ts";
import { defaultStateCertificate, supportedStates } from "../taxes/state-income-tax.ts";
import { yearFor } from "./calculate-run.service.ts";
import { stateNotSupported } from "../payroll.errors.ts";
import type { CalculateTaxesInput, TaxBreakdown } from "./taxes.types.ts";

/** Taxes of one payment with every line of the worksheet. Throws STATE_NOT_SUPPORTED and BUSINESS_RULE year_not_supported. */
export function calculateTaxes(input: CalculateTaxesInput): TaxBreakdown {
  const year = yearFor(input.payDate);
  const { state = null, supplemental, filingStatus, ytdGross } = input;
  const before = ytdGross ?? 0;
  const pretax = input.pretax ?? 0;
  const pay = grossToNet({
    year,
    frequency: input.frequency,
    regularCents: supplemental ? 0 : input.grossPay,
    supplementalCents: supplemental ? input.grossPay : 0,
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
    deductions: [{ code: "pretax", timing: "pretax_section125", amountCents: pretax }],
    garnishments: [],
    before: { socialSecurityCents: before, medicareCents: before, futaCents: before, supplementalCents: 0 },
  });
  if (!pay) throw stateNotSupported([state!], year.year, supportedStates(year.year));
  const { taxes, employer, netCents, worksheet, stateReason } = pay;
  const ofState =
    state === null ? { stateCents: null, stateReason: null } : { stateCents: taxes.stateCents, stateReason };
  const version = taxTableVersion(year.year);
  return { ...taxes, ...ofState, employer, netCents, taxTableVersion: version, steps: worksheet };
}
