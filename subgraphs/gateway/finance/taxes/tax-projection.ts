import {
  childCreditPhaseOutCents,
  type FilingStatus,
  type StatusTable,
  type TaxYear,
} from "./federal-tax-tables.ts";
import { additionalMedicareTax, netInvestmentIncomeTax } from "./high-income-taxes.ts";
import { marginalRate, ordinaryTax, preferentialTax } from "./income-tax.ts";
import { selfEmploymentTax } from "./self-employment-tax.ts";

/** A year's figures of a household, in cents. */
export interface TaxInputs {
  filingStatus: FilingStatus;
  wagesCents: number;
  /** Profit of a business of one's own. */
  selfEmploymentCents: number;
  interestCents: number;
  qualifiedDividendsCents: number;
  longTermGainsCents: number;
  /** Itemized; the standard deduction is taken where it is larger. */
  deductionsCents: number;
  withheldCents: number;
  estimatedPaidCents: number;
  /** Children under 17, each with a credit. */
  dependents: number;
}

/** One line of the calculation. */
export interface TaxStep {
  label: string;
  amountCents: number;
}

/** Tax due for a year, in cents; rates in percent. */
export interface TaxProjection {
  taxableIncomeCents: number;
  incomeTaxCents: number;
  selfEmploymentTaxCents: number;
  /** Additional Medicare tax and net investment income tax. */
  otherTaxesCents: number;
  creditsCents: number;
  totalCents: number;
  /** Positive is owed, negative is refunded. */
  balanceCents: number;
  marginalRate: number;
  /** Of all income; 2 decimals. */
  effectiveRate: number;
  steps: TaxStep[];
}

/** Taxes and rules not covered by the projection, returned with every response. */
export const notIncluded: readonly string[] = [
  "Senior, tips, overtime and car loan interest deductions of Pub. L. 119-21",
  "Alternative minimum tax",
  "Qualified business income deduction",
  "Refundable part of the child credit, and every other credit",
  "State and local taxes",
];

/** Projects the federal tax of a year. `notIncluded` lists what it does not cover. */
export function projectFederalTax(year: TaxYear, inputs: TaxInputs): TaxProjection {
  const table = year.byStatus[inputs.filingStatus];
  const own = selfEmploymentTax(inputs.selfEmploymentCents, inputs.wagesCents, year.socialSecurityBaseCents);
  const gainsCents = inputs.qualifiedDividendsCents + inputs.longTermGainsCents;
  const totalIncomeCents = inputs.wagesCents + inputs.selfEmploymentCents + inputs.interestCents + gainsCents;
  const adjustedCents = totalIncomeCents - own.deductionCents;
  const deductionCents = Math.max(table.standardDeductionCents, inputs.deductionsCents);
  const taxableIncomeCents = Math.max(0, adjustedCents - deductionCents);
  const preferredCents = Math.min(taxableIncomeCents, gainsCents);
  const ordinaryCents = taxableIncomeCents - preferredCents;
  const onOrdinary = ordinaryTax(ordinaryCents, table);
  const onGains = preferentialTax(ordinaryCents, preferredCents, table);
  const incomeTaxCents = onOrdinary + onGains;
  const creditsCents = Math.min(incomeTaxCents, childCredit(year, inputs, adjustedCents));
  const status = inputs.filingStatus;
  const earned = { wagesCents: inputs.wagesCents, netEarningsCents: own.totalCents > 0 ? own.baseCents : 0 };
  const medicareCents = additionalMedicareTax(status, earned);
  const investmentCents = inputs.interestCents + gainsCents;
  const invested = { investmentCents, adjustedGrossCents: adjustedCents };
  const investmentTaxCents = netInvestmentIncomeTax(status, invested);
  const otherTaxesCents = medicareCents + investmentTaxCents;
  const totalCents = incomeTaxCents - creditsCents + own.totalCents + otherTaxesCents;
  return {
    taxableIncomeCents,
    incomeTaxCents,
    selfEmploymentTaxCents: own.totalCents,
    otherTaxesCents,
    creditsCents,
    totalCents,
    balanceCents: totalCents - inputs.withheldCents - inputs.estimatedPaidCents,
    marginalRate: marginalRate(ordinaryCents, table),
    effectiveRate: percentOf(totalCents, totalIncomeCents),
    steps: [
      { label: "Total income", amountCents: totalIncomeCents },
      { label: "Half of self-employment tax", amountCents: -own.deductionCents },
      { label: "Adjusted gross income", amountCents: adjustedCents },
      { label: deductionName(table, deductionCents), amountCents: -deductionCents },
      { label: "Taxable income", amountCents: taxableIncomeCents },
      { label: "Tax on ordinary income", amountCents: onOrdinary },
      { label: "Tax on qualified dividends and long-term gains", amountCents: onGains },
      { label: "Child credit", amountCents: -creditsCents },
      { label: "Social Security of self-employment", amountCents: own.socialSecurityCents },
      { label: "Medicare of self-employment", amountCents: own.medicareCents },
      { label: "Additional Medicare tax", amountCents: medicareCents },
      { label: "Net investment income tax", amountCents: investmentTaxCents },
      { label: "Total tax", amountCents: totalCents },
    ],
  };
}

function deductionName({ standardDeductionCents }: StatusTable, deductionCents: number): string {
  return deductionCents === standardDeductionCents ? "Standard deduction" : "Itemized deductions";
}

function childCredit(year: TaxYear, { dependents, filingStatus }: TaxInputs, adjustedCents: number): number {
  const over = Math.max(0, adjustedCents - childCreditPhaseOutCents(filingStatus));
  return Math.max(0, dependents * year.childCreditCents - Math.ceil(over / 100_000) * 5_000);
}

/** A share in percent with 2 decimals, rounded half up; 0 of nothing. */
function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole));
  return Number(hundredths) / 100;
}
