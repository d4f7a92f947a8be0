import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";
import { enumOf } from "../accounts/account.types.ts";
import { taxItemKinds, type TaxItemKind } from "../wealth-tables.ts";
import { FinanceTransaction } from "../transactions/transaction.types.ts";
import { safeHarbors, type SafeHarbor } from "./estimated-tax.ts";
import type { FilingStatus } from "./federal-tax-tables.ts";
import {
  StateTaxEstimate,
  TaxDetailsInput,
  TaxFilingStatus,
  TaxIncomeInput,
} from "./tax-projection.types.ts";

const TaxItemKindEnum = enumOf(taxItemKinds);
registerEnumType(TaxItemKindEnum, {
  name: "TaxItemKind",
  description: "Kinds of amounts in a tax profile.",
  valuesConfig: {
    wages: { description: "Wages and salaries before tax." },
    self_employment: { description: "Profit from self-employment." },
    interest: { description: "Taxable interest." },
    qualified_dividends: { description: "Dividends taxed like long-term gains." },
    long_term_gains: { description: "Long-term capital gains." },
    itemized_deductions: { description: "Sum of the deductions of Schedule A." },
    withheld: { description: "Federal tax withheld from wages in the year." },
    estimated_paid: { description: "Estimated tax payments made for the year." },
    prior_year_tax: { description: "Total tax of the preceding year's return." },
    prior_year_agi: { description: "Adjusted gross income of the preceding year's return." },
    itemized_taxes: { description: "State and local taxes in the itemized deductions." },
    minimum_tax_items: {
      description: "What raises income for the alternative minimum tax, such as stock option spreads.",
    },
    business_wages: { description: "W-2 wages that the own business pays." },
    business_property: { description: "Unadjusted basis of the own business's qualified property." },
  },
});
const TaxSafeHarbor = enumOf(safeHarbors);
registerEnumType(TaxSafeHarbor, {
  name: "TaxSafeHarbor",
  description: "What decides the required annual payment of estimated tax.",
  valuesConfig: {
    current_year: { description: "90 percent of this year's tax." },
    prior_year: { description: "100 percent of the preceding year's tax." },
    prior_year_110: { description: "110 percent of the preceding year's tax, for high income." },
    below_1000: { description: "Nothing: the tax after withholding is below $1,000." },
  },
});

@InputType({ description: "Amount in a tax profile." })
export class TaxItemInput {
  @Field(() => TaxItemKindEnum, { description: "Kind of amount; each at most once." })
  kind: TaxItemKind;
  @Field(() => UsDollarsScalar, { description: "Amount in US dollars. At least 0." })
  @MinCredits(0)
  amount: number;
}

@InputType({ description: "Facts of a tax year. Replaces the profile of the year." })
export class SetTaxProfileInput {
  @Field(() => Int, { description: "Tax year, 2000 to 2100." })
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => TaxFilingStatus, { description: "Filing status of the federal return." })
  filingStatus: FilingStatus;
  @Field(() => String, {
    nullable: true,
    description: "State of residence, such as TX, whose income tax is estimated. Null estimates none.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a state code such as TX" })
  state?: string | null;
  @Field(() => Int, { nullable: true, description: "Number of children under 17, 0 to 20. Default: 0." })
  @IsOptional()
  @Min(0)
  @Max(20)
  dependents?: number | null;
  @Field(() => [TaxItemInput], {
    nullable: true,
    description: "Expected amounts of the year, at most 14. Kinds without an amount are unknown or 0.",
  })
  @IsOptional()
  @ArrayMaxSize(taxItemKinds.length)
  @ValidateNested({ each: true })
  items?: TaxItemInput[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the own business is a specified service, such as law or health. Default: false.",
  })
  @IsOptional()
  isSpecifiedService?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Exemptions that the state's withholding form counts, 0 to 20. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(20)
  stateAllowances?: number | null;
}

@ArgsType()
export class TaxYearArgs {
  @Field(() => Int, { description: "Tax year, 2000 to 2100." })
  @Min(2000)
  @Max(2100)
  year: number;
}

@ObjectType({ description: "Amount in a tax profile." })
export class TaxItem {
  @Field(() => TaxItemKindEnum, { description: "Kind of amount." })
  kind: TaxItemKind;
  @Dollars("amount", { description: "Amount in US dollars." })
  amountCents: number;
}

@ObjectType({ description: "Stored facts of a tax year." })
export class TaxProfile {
  @Field(() => Int, { description: "Tax year." })
  year: number;
  @Field(() => TaxFilingStatus, { description: "Filing status of the federal return." })
  filingStatus: FilingStatus;
  @Field(() => String, { nullable: true, description: "State of residence. Null when unknown." })
  state: string | null;
  @Field(() => Int, { description: "Number of children under 17." })
  dependents: number;
  @Field(() => [TaxItem], { description: "Expected amounts of the year, by kind." })
  items: TaxItem[];
  @Field(() => Boolean, { description: "Whether the own business is a specified service." })
  isSpecifiedService: boolean;
  @Field(() => Int, { description: "Exemptions that the state's withholding form counts." })
  stateAllowances: number;
  @Field(() => Date, { description: "Time of the last change (UTC)." })
  updatedAt: Date;
}

@ObjectType({ description: "Installment of estimated tax." })
export class TaxInstallment {
  @Field(() => Int, { description: "Number of the installment, 1 to 4." })
  quarter: number;
  @Field(() => DateScalar, { description: "Due date, moved over weekends and legal holidays." })
  dueDate: string;
  @Dollars("amount", { description: "Amount of the installment after withholding, in US dollars." })
  amountCents: number;
  @Dollars("paid", { description: "Part that estimated payments made so far cover, earliest first." })
  paidCents: number;
}

@ObjectType({ description: "Estimated tax that avoids the federal penalty for underpayment." })
export class QuarterlyTaxEstimate {
  @Field(() => Int, { description: "Tax year." })
  year: number;
  @Dollars("projectedTax", { description: "Projected federal tax of the year, in US dollars." })
  projectedTaxCents: number;
  @Dollars("minimumTax", { description: "Alternative minimum tax in it, in US dollars." })
  minimumTaxCents: number;
  @Dollars("businessDeduction", {
    description: "Deduction for qualified business income that it follows from, in US dollars.",
  })
  businessDeductionCents: number;
  @Field(() => StateTaxEstimate, {
    nullable: true,
    description: "Income tax of the state of residence. Null without a state or its table.",
  })
  stateTax: StateTaxEstimate | null;
  @Field(() => TaxSafeHarbor, { description: "What decides the required annual payment." })
  safeHarbor: SafeHarbor;
  @Dollars("requiredPayment", { description: "Required annual payment, withholding included." })
  requiredPaymentCents: number;
  @Dollars("withheld", { description: "Withholding of the year, which counts in equal parts on each date." })
  withheldCents: number;
  @Field(() => [TaxInstallment], { description: "The four installments of the year." })
  installments: TaxInstallment[];
  @Field(() => [String], { description: "What was assumed because the figures do not say it." })
  assumptions: readonly string[];
  @Field(() => [String], { description: "Taxes, credits and deductions that the projection does not cover." })
  notIncluded: readonly string[];
}

@InputType({ description: "Figures of a household for a federal tax return." })
export class FilingInputs {
  @Field(() => TaxIncomeInput, { description: "Income of the tax year by type." })
  @ValidateNested()
  income: TaxIncomeInput;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Itemized deductions in US dollars. The standard deduction applies when it is larger.",
  })
  @IsOptional()
  @MinCredits(0)
  deductions?: number | null;
  @Field(() => Int, { nullable: true, description: "Number of children under 17, 0 to 20. Default: 0." })
  @IsOptional()
  @Min(0)
  @Max(20)
  dependents?: number | null;
  @Field(() => TaxDetailsInput, {
    nullable: true,
    description: "Facts for the minimum tax, business income and the state. Default: none.",
  })
  @IsOptional()
  @ValidateNested()
  details?: TaxDetailsInput | null;
}

@ArgsType()
export class CompareFilingStatusesArgs {
  @Field(() => Int, { description: "Tax year whose federal tables are used, such as 2026." })
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => FilingInputs, { description: "Figures of the household, the same for each status." })
  @ValidateNested()
  inputs: FilingInputs;
}

@ObjectType({ description: "Federal tax of a filing status." })
export class FilingStatusTax {
  @Field(() => TaxFilingStatus, { description: "Filing status." })
  status: FilingStatus;
  @Dollars("tax", { description: "Total federal tax after credits, in US dollars." })
  taxCents: number;
  @Dollars("taxableIncome", { description: "Taxable income after deductions, in US dollars." })
  taxableIncomeCents: number;
  @Dollars("minimumTax", { description: "Alternative minimum tax in it, in US dollars." })
  minimumTaxCents: number;
  @Dollars("stateTax", { description: "Income tax of the state, in US dollars. 0 without a state." })
  stateTaxCents: number;
}

@ObjectType({ description: "Federal tax by filing status. Whether a status is allowed is not checked." })
export class FilingStatusComparison {
  @Field(() => Int, { description: "Tax year." })
  year: number;
  @Field(() => [FilingStatusTax], {
    description: "Tax by filing status, lowest of federal and state together first.",
  })
  statuses: FilingStatusTax[];
  @Field(() => [String], { description: "What was assumed because the figures do not say it." })
  assumptions: readonly string[];
  @Field(() => [String], { description: "Taxes, credits and deductions that the projection does not cover." })
  notIncluded: readonly string[];
}

@ArgsType()
export class DeductibleTransactionsArgs {
  @Field(() => Int, { description: "Calendar year of the transactions, 2000 to 2100." })
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => String, {
    nullable: true,
    description: "Filter by the tax line of categories, up to 100 characters. Default: all lines.",
  })
  @IsOptional()
  @MaxLength(100)
  taxLine?: string | null;
}

@ObjectType({ description: "Spending that counts toward a line of a tax return." })
export class DeductibleLine {
  @Field(() => String, { description: "Tax line of the categories." })
  taxLine: string;
  @Field(() => MoneyScalar, { description: "Sum of the spending, refunds subtracted, in US dollars." })
  total: number;
  @Field(() => Int, { description: "Number of transactions that count toward the line." })
  count: number;
  @Field(() => [FinanceTransaction], {
    description: "Transactions by date, newest first; at most 200. A split one counts with its parts.",
  })
  transactions: FinanceTransaction[];
}

@ObjectType({ description: "Spending of a year by tax line." })
export class DeductibleTransactions {
  @Field(() => Int, { description: "Calendar year of the transactions." })
  year: number;
  @Field(() => String, { description: "Currency of the totals: USD." })
  currency: string;
  @Field(() => [DeductibleLine], { description: "Tax lines with spending, by name." })
  lines: DeductibleLine[];
}
