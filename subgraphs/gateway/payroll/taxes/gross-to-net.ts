import {
  percentOf,
  withholdIncomeTax,
  withholdSupplemental,
  type W4,
  type WorksheetLine,
} from "./income-tax-withholding.ts";
import {
  withholdGarnishments,
  type GarnishmentOrder,
  type WithheldGarnishment,
} from "./garnishment-limits.ts";
import type { PayFrequency } from "./pay-frequency.ts";
import type { PayrollYear } from "./payroll-year.ts";
import { futaOn, partBelow, socialTaxes, type WagesBefore } from "./social-taxes.ts";
import type { Contribution, WagesByBase } from "./contributions.ts";
import { stateTaxes, type Workplace } from "./state-taxes.ts";

export const deductionTimings = ["pretax_section125", "pretax_retirement", "posttax"] as const;
export type DeductionTiming = (typeof deductionTimings)[number];

/** Requested deduction from one payment, in cents. Reduced when pay is too low. */
export interface WantedDeduction {
  code: string;
  timing: DeductionTiming;
  amountCents: number;
}

/** Input of one payment, before taxes and deductions. All amounts are cents. */
export interface PayInput {
  year: PayrollYear;
  payDate: string;
  frequency: PayFrequency;
  regularCents: number;
  /** Bonuses and similar pay, taxed at a flat rate. */
  supplementalCents: number;
  /** Reimbursed costs, which are not wages. */
  reimbursementCents: number;
  w4: W4;
  work: Workplace;
  /** Rounds withheld income tax to whole dollars, as Publication 15 allows an employer that does so throughout. */
  roundsToDollars?: boolean;
  /** State unemployment tax of the employer: rate in 1e-4 percent, and the annual wage base. */
  suta: { rate: number; baseCents: number };
  deductions: readonly WantedDeduction[];
  garnishments: readonly GarnishmentOrder[];
  before: WagesBefore & { supplementalCents: number };
}

/** One payment, from gross to net. */
export interface PayResult {
  grossCents: number;
  taxableCents: number;
  deductions: WantedDeduction[];
  garnishments: WithheldGarnishment[];
  socialSecurityWagesCents: number;
  medicareWagesCents: number;
  futaWagesCents: number;
  taxes: {
    federalIncomeCents: number;
    socialSecurityCents: number;
    medicareCents: number;
    additionalMedicareCents: number;
    stateCents: number;
    /** County income tax that is a line of its own. */
    localCents: number;
    /** Sum of `contributions`. */
    contributionsCents: number;
  };
  /** State whose income tax is withheld, and the wages on its base. */
  taxState: string;
  stateWagesCents: number;
  /** County of the local tax; null without one. */
  locality: string | null;
  /** Disability, family leave and similar contributions of the employee. */
  contributions: Contribution[];
  /** Taxes and contributions on these wages that are not calculated. */
  notIncluded: string[];
  employer: { socialSecurityCents: number; medicareCents: number; futaCents: number; sutaCents: number };
  netCents: number;
  stateReason: string;
  worksheet: WorksheetLine[];
}

/**
 * From gross to net in the order of the law: section 125, retirement, FICA, federal and state income tax,
 * garnishments, deductions after tax. When pay is too low, deductions, garnishments and extra withholding are reduced.
 * Taxes on these wages never are, and net is never negative. Null for an unsupported state.
 */
export function grossToNet(input: PayInput): PayResult | null {
  const { before, year } = input;
  const grossCents = input.regularCents + input.supplementalCents;
  const [section125, left] = takeAll(input.deductions, "pretax_section125", grossCents);
  const medicareWagesCents = left;
  const fica = socialTaxes(medicareWagesCents, before, year);
  const ficaCents = fica.socialSecurityCents + fica.medicareCents + fica.additionalMedicareCents;
  const settled = settleIncomeTax(input, { wagesCents: left, section125Cents: sumOf(section125), ficaCents });
  if (!settled) return null;
  const { retirement, income } = settled;
  const contributionsCents = sumOf(income.contributions);
  const taxesCents =
    ficaCents + income.federalCents + income.stateCents + income.localCents + contributionsCents;
  const garnishments = withholdGarnishments(input.garnishments, {
    disposableCents: grossCents - taxesCents,
    availableCents: grossCents - sumOf(section125) - sumOf(retirement) - taxesCents,
    frequency: input.frequency,
  });
  const beforePosttax = grossCents - sumOf(section125) - sumOf(retirement) - taxesCents - sumOf(garnishments);
  const [posttax, netOfWages] = takeAll(input.deductions, "posttax", beforePosttax);
  const futa = futaOn(medicareWagesCents, before.futaCents);
  const sutaWages = partBelow(medicareWagesCents, before.medicareCents, input.suta.baseCents);
  return {
    grossCents,
    taxableCents: left - sumOf(retirement),
    deductions: [...section125, ...retirement, ...posttax],
    garnishments,
    socialSecurityWagesCents: fica.socialSecurityWagesCents,
    medicareWagesCents,
    futaWagesCents: futa.wagesCents,
    taxes: {
      federalIncomeCents: income.federalCents,
      socialSecurityCents: fica.socialSecurityCents,
      medicareCents: fica.medicareCents,
      additionalMedicareCents: fica.additionalMedicareCents,
      stateCents: income.stateCents,
      localCents: income.localCents,
      contributionsCents,
    },
    taxState: income.taxState,
    stateWagesCents: income.stateWagesCents,
    locality: income.locality,
    contributions: income.contributions,
    notIncluded: income.notIncluded,
    employer: {
      socialSecurityCents: fica.socialSecurityCents,
      medicareCents: fica.medicareCents,
      futaCents: futa.taxCents,
      sutaCents: percentOf(sutaWages, input.suta.rate),
    },
    netCents: netOfWages + input.reimbursementCents,
    stateReason: income.stateReason,
    worksheet: income.worksheet,
  };
}

/** Reduces retirement deductions until taxes are covered. Each cut raises the tax, so it repeats until nothing is missing. */
function settleIncomeTax(
  input: PayInput,
  {
    wagesCents,
    section125Cents,
    ficaCents,
  }: { wagesCents: number; section125Cents: number; ficaCents: number },
) {
  let room = Math.max(0, wagesCents - ficaCents);
  for (;;) {
    const [retirement] = takeAll(input.deductions, "pretax_retirement", room);
    const deferred = sumOf(retirement);
    const available = wagesCents - ficaCents - deferred;
    const gross = wagesCents + section125Cents;
    const wages = {
      gross,
      gross_less_section_125: wagesCents,
      gross_less_retirement: gross - deferred,
      gross_less_pre_tax: wagesCents - deferred,
    };
    const income = incomeTaxes(input, wages, available);
    if (!income) return null;
    const lacking = income.requiredCents - available;
    if (lacking <= 0 || deferred === 0) return { retirement, income };
    room = Math.max(0, deferred - lacking);
  }
}

function incomeTaxes(input: PayInput, wages: WagesByBase, availableCents: number) {
  const { frequency, before, supplementalCents, w4, year, payDate } = input;
  // Pre-tax deductions lower regular wages first.
  const wagesCents = wages.gross_less_pre_tax;
  const regular = Math.max(0, wagesCents - supplementalCents);
  const supplemental = wagesCents - regular;
  const federalTax = withholdIncomeTax({ wageCents: regular, frequency, year }, w4);
  const rounded = (cents: number) => (input.roundsToDollars ? Math.floor((cents + 50) / 100) * 100 : cents);
  const ofRegular = rounded(federalTax.requiredCents);
  const flat = w4.exempt ? 0 : rounded(withholdSupplemental(supplemental, before.supplementalCents));
  // Extra withholding is per period, so purely supplemental pay has none.
  const extra = regular > 0 ? federalTax.extraCents : 0;
  const federalTaxCents = ofRegular + flat + extra;
  const ofState = stateTaxes(year.tables, input.work, { payDate, frequency, wages, federalTaxCents });
  if (!ofState) return null;
  const { taxState, incomeCents, localCents, locality, reason, notIncluded } = ofState;
  const requiredCents = ofRegular + flat + incomeCents + localCents + sumOf(ofState.contributions);
  // Step 4(a) income may require more tax than there is pay, which cannot be withheld.
  let left = Math.max(0, availableCents);
  const take = (wanted: number) => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return taken;
  };
  const federalRequired = take(ofRegular + flat);
  const stateRequired = take(incomeCents);
  const local = take(localCents);
  const contributions = ofState.contributions.map((one) => ({ ...one, amountCents: take(one.amountCents) }));
  const federalExtra = take(extra);
  return {
    requiredCents,
    federalCents: federalRequired + federalExtra,
    stateCents: stateRequired + take(regular > 0 ? ofState.extraCents : 0),
    localCents: local,
    contributions,
    taxState,
    stateWagesCents: ofState.wagesCents,
    locality: local > 0 ? locality : null,
    notIncluded,
    stateReason: reason,
    worksheet:
      supplemental > 0
        ? [...federalTax.lines, { line: "S", label: "Supplemental wages, flat rate", amountCents: flat }]
        : federalTax.lines,
  };
}

/** Applies deductions of one kind in order, up to the available amount. Returns them and the remainder. */
function takeAll(
  wanted: readonly WantedDeduction[],
  timing: DeductionTiming,
  availableCents: number,
): [WantedDeduction[], number] {
  let left = Math.max(0, availableCents);
  const taken = wanted
    .filter((one) => one.timing === timing)
    .map((one) => {
      const amountCents = Math.min(one.amountCents, left);
      left -= amountCents;
      return { ...one, amountCents };
    });
  return [taken, left];
}

function sumOf(parts: readonly { amountCents: number }[]): number {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
