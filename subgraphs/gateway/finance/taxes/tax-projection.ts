import {
  businessIncomeDeduction,
  isAboveThreshold,
  type BusinessIncome,
} from "./business-income-deduction.ts";
import {
  childCreditPhaseOutCents,
  type FilingStatus,
  type StatusTable,
  type TaxYear,
} from "./federal-tax-tables.ts";
import { additionalMedicareTax, netInvestmentIncomeTax } from "./high-income-taxes.ts";
import { marginalRate, ordinaryTax, preferentialTax } from "./income-tax.ts";
import { alternativeMinimumTax } from "./minimum-tax.ts";
import { selfEmploymentTax, type SelfEmploymentTax } from "./self-employment-tax.ts";

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
  /** State and local taxes in them, which the minimum tax does not allow. */
  itemizedTaxesCents: number;
  /** What else raises income for the minimum tax, such as the spread of incentive stock options. */
  minimumTaxItemsCents: number;
  /** W-2 wages that the business pays, and the unadjusted basis of its qualified property. */
  businessWagesCents: number;
  businessPropertyCents: number;
  isSpecifiedService: boolean;
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
  adjustedGrossCents: number;
  /** Deduction for qualified business income. */
  businessDeductionCents: number;
  minimumTaxCents: number;
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
  /** What was taken as true because the figures do not say it. */
  assumptions: string[];
}

/** Federal taxes and rules not covered by the projection of a year. */
export function federalRulesNotIncluded(year: number): string[] {
  return [
    "Senior, tips, overtime and car loan interest deductions of Pub. L. 119-21",
    "Qualified business income of partnerships, S corporations, real estate trusts and several businesses",
    "Credit for minimum tax of earlier years (Form 8801)",
    "Refundable part of the child credit, and every other credit",
    ...(year >= 2026 ? ["Limit of itemized deductions in the 37 % bracket (26 U.S.C. 68)"] : []),
  ];
}

/** Projects the federal tax of a year. `federalRulesNotIncluded` lists what it does not cover. */
export function projectFederalTax(year: TaxYear, inputs: TaxInputs): TaxProjection {
  const table = year.byStatus[inputs.filingStatus];
  const own = selfEmploymentTax(inputs.selfEmploymentCents, inputs.wagesCents, year.socialSecurityBaseCents);
  const gainsCents = inputs.qualifiedDividendsCents + inputs.longTermGainsCents;
  const totalIncomeCents = inputs.wagesCents + inputs.selfEmploymentCents + inputs.interestCents + gainsCents;
  const adjustedCents = totalIncomeCents - own.deductionCents;
  const deductionCents = Math.max(table.standardDeductionCents, inputs.deductionsCents);
  const business = businessOf(inputs, own.deductionCents, Math.max(0, adjustedCents - deductionCents));
  const businessDeductionCents = businessIncomeDeduction(year, business);
  const taxableIncomeCents = Math.max(0, adjustedCents - deductionCents - businessDeductionCents);
  const preferredCents = Math.min(taxableIncomeCents, gainsCents);
  const ordinaryCents = taxableIncomeCents - preferredCents;
  const onOrdinary = ordinaryTax(ordinaryCents, table);
  const onGains = preferentialTax(ordinaryCents, preferredCents, table);
  const incomeTaxCents = onOrdinary + onGains;
  const isItemized = deductionCents > table.standardDeductionCents;
  const minimumTaxCents = minimumTaxOf(year, inputs, {
    // Of the deduction, the minimum tax allows what is itemized and no tax.
    beforeDeductionCents: adjustedCents - businessDeductionCents,
    allowedCents: isItemized ? Math.max(0, deductionCents - inputs.itemizedTaxesCents) : 0,
    regularOrdinaryCents: ordinaryCents,
    regularTaxCents: incomeTaxCents,
  });
  const creditsCents = Math.min(incomeTaxCents + minimumTaxCents, childCredit(year, inputs, adjustedCents));
  const { medicareCents, investmentTaxCents } = highIncomeTaxes(inputs, own, adjustedCents);
  const otherTaxesCents = medicareCents + investmentTaxCents;
  const totalCents = incomeTaxCents + minimumTaxCents - creditsCents + own.totalCents + otherTaxesCents;
  return {
    adjustedGrossCents: adjustedCents,
    businessDeductionCents,
    minimumTaxCents,
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
      { label: "Qualified business income deduction", amountCents: -businessDeductionCents },
      { label: "Taxable income", amountCents: taxableIncomeCents },
      { label: "Tax on ordinary income", amountCents: onOrdinary },
      { label: "Tax on qualified dividends and long-term gains", amountCents: onGains },
      { label: "Alternative minimum tax", amountCents: minimumTaxCents },
      { label: "Child credit", amountCents: -creditsCents },
      { label: "Social Security of self-employment", amountCents: own.socialSecurityCents },
      { label: "Medicare of self-employment", amountCents: own.medicareCents },
      { label: "Additional Medicare tax", amountCents: medicareCents },
      { label: "Net investment income tax", amountCents: investmentTaxCents },
      { label: "Total tax", amountCents: totalCents },
    ],
    assumptions: assumptionsOf(year, inputs, { business, isItemized }),
  };
}

function highIncomeTaxes(inputs: TaxInputs, own: SelfEmploymentTax, adjustedGrossCents: number) {
  const { filingStatus, wagesCents } = inputs;
  const netEarningsCents = own.totalCents > 0 ? own.baseCents : 0;
  const gainsCents = inputs.qualifiedDividendsCents + inputs.longTermGainsCents;
  const investmentCents = inputs.interestCents + gainsCents;
  return {
    medicareCents: additionalMedicareTax(filingStatus, { wagesCents, netEarningsCents }),
    investmentTaxCents: netInvestmentIncomeTax(filingStatus, { investmentCents, adjustedGrossCents }),
  };
}

function minimumTaxOf(
  year: TaxYear,
  inputs: TaxInputs,
  facts: {
    beforeDeductionCents: number;
    allowedCents: number;
    regularOrdinaryCents: number;
    regularTaxCents: number;
  },
): number {
  const { beforeDeductionCents, allowedCents, ...regular } = facts;
  const alternativeIncomeCents = beforeDeductionCents - allowedCents + inputs.minimumTaxItemsCents;
  const gainsCents = inputs.qualifiedDividendsCents + inputs.longTermGainsCents;
  const { filingStatus } = inputs;
  return alternativeMinimumTax(year, { filingStatus, alternativeIncomeCents, gainsCents, ...regular })
    .taxCents;
}

/** The business of the household's own profit (Treas. Reg. 1.199A-3(b)(1)(vi) subtracts half of self-employment tax). */
function businessOf(inputs: TaxInputs, ownDeductionCents: number, taxableCents: number): BusinessIncome {
  return {
    filingStatus: inputs.filingStatus,
    qualifiedCents: Math.max(0, inputs.selfEmploymentCents - ownDeductionCents),
    taxableCents,
    gainsCents: inputs.qualifiedDividendsCents + inputs.longTermGainsCents,
    wagesCents: inputs.businessWagesCents,
    propertyCents: inputs.businessPropertyCents,
    isSpecifiedService: inputs.isSpecifiedService,
  };
}

function assumptionsOf(
  year: TaxYear,
  inputs: TaxInputs,
  { business, isItemized }: { business: BusinessIncome; isItemized: boolean },
): string[] {
  const found: string[] = [];
  if (business.qualifiedCents > 0)
    found.push("The profit is of one qualified business, in which the household takes an active part");
  if (business.qualifiedCents > 0 && isAboveThreshold(year, business)) {
    if (!inputs.isSpecifiedService) found.push("The business is no specified service, such as law or health");
    if (inputs.businessWagesCents + inputs.businessPropertyCents === 0)
      found.push("The business pays no W-2 wages and has no qualified property");
  }
  if (isItemized && inputs.itemizedTaxesCents === 0)
    found.push("No state or local taxes are among the itemized deductions");
  return found;
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
