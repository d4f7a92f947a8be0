import { IsOptional, Matches, Max, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { enumOf } from "../accounts/account.types.ts";
import { Dollars } from "../../base/cents-field.ts";
import { filingStatuses, type FilingStatus } from "./federal-tax-tables.ts";

export const TaxFilingStatus = enumOf(filingStatuses);
registerEnumType(TaxFilingStatus, {
  name: "TaxFilingStatus",
  description: "Filing statuses of a US federal income tax return.",
  valuesConfig: {
    single: { description: "Unmarried, filing alone." },
    married_joint: { description: "Married filing jointly." },
    married_separate: { description: "Married filing separately." },
    head: { description: "Head of household." },
  },
});

@InputType({ description: "Income of the tax year, in US dollars." })
export class TaxIncomeInput {
  @Field(() => UsDollarsScalar, { description: "Wages and salaries before tax, in US dollars." })
  @MinCredits(0)
  wages: number;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Profit from self-employment, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  selfEmployment?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Taxable interest, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  interest?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Qualified dividends, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  qualifiedDividends?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Long-term capital gains, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  longTermGains?: number | null;
}

@InputType({ description: "Facts for the minimum tax, business income and state tax." })
export class TaxDetailsInput {
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "State and local taxes in the itemized deductions, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  itemizedTaxes?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "What raises income for the minimum tax, such as stock option spreads. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  minimumTaxItems?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "W-2 wages that the own business pays, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  businessWages?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Unadjusted basis of the business's qualified property, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  businessProperty?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the own business is a specified service, such as law or health. Default: false.",
  })
  @IsOptional()
  isSpecifiedService?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "State of residence, such as CA, whose income tax is estimated. Default: none.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a state code such as TX" })
  state?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Exemptions that the state's withholding form counts, 0 to 20. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(20)
  stateAllowances?: number | null;
}

@ObjectType({ description: "Income tax of a state, estimated by its withholding tables." })
export class StateTaxEstimate {
  @Field(() => String, { description: "State of residence, such as CA." })
  state: string;
  @Dollars("tax", { description: "Income tax of the year, in US dollars." })
  taxCents: number;
  @Field(() => String, { description: "Publication that the calculation follows." })
  source: string;
}

@ArgsType()
export class ProjectTaxesArgs {
  @Field(() => Int, { description: "Tax year whose federal tables are used, such as 2026." })
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => TaxFilingStatus, { description: "Filing status of the federal return." })
  filingStatus: FilingStatus;
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
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Federal tax withheld from wages, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  withheld?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Estimated tax payments made, in US dollars. Default: 0.",
  })
  @IsOptional()
  @MinCredits(0)
  estimatedPaid?: number | null;
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

@ObjectType({ description: "Line of the tax calculation." })
export class TaxProjectionStep {
  @Field(() => String, { description: 'Text of the line, such as "Adjusted gross income".' })
  label: string;
  @Dollars("amount", {
    description: "Amount of the line in US dollars; deductions and credits are negative.",
  })
  amountCents: number;
}

@ObjectType({ description: "Projected US federal tax for a year, in US dollars." })
export class TaxProjection {
  @Field(() => Int, { description: "Tax year of the projection." })
  year: number;
  @Field(() => TaxFilingStatus, { description: "Filing status used." })
  filingStatus: FilingStatus;
  @Dollars("taxableIncome", { description: "Taxable income after deductions, in US dollars." })
  taxableIncomeCents: number;
  @Dollars("incomeTax", { description: "Income tax before credits, in US dollars." })
  incomeTaxCents: number;
  @Dollars("businessDeduction", {
    description: "Deduction for qualified business income, in US dollars.",
  })
  businessDeductionCents: number;
  @Dollars("minimumTax", { description: "Alternative minimum tax, in US dollars." })
  minimumTaxCents: number;
  @Field(() => StateTaxEstimate, {
    nullable: true,
    description: "Income tax of the state, not in `total`. Null without a state or its table.",
  })
  stateTax: StateTaxEstimate | null;
  @Dollars("selfEmploymentTax", { description: "Self-employment tax, in US dollars." })
  selfEmploymentTaxCents: number;
  @Dollars("otherTaxes", {
    description: "Additional Medicare tax and net investment income tax, in US dollars.",
  })
  otherTaxesCents: number;
  @Dollars("credits", { description: "Child tax credit applied, in US dollars." })
  creditsCents: number;
  @Dollars("total", { description: "Total federal tax after credits, in US dollars." })
  totalCents: number;
  @Dollars("balance", {
    description:
      "Total tax minus withholding and estimated payments. Positive is owed, negative is refunded.",
  })
  balanceCents: number;
  @Field(() => Float, { description: "Marginal tax rate on ordinary income, in percent." })
  marginalRate: number;
  @Field(() => Float, { description: "Total tax as a percentage of all income." })
  effectiveRate: number;
  @Field(() => [TaxProjectionStep], { description: "Calculation step by step." })
  steps: TaxProjectionStep[];
  @Field(() => [String], { description: "What was assumed because the figures do not say it." })
  assumptions: readonly string[];
  @Field(() => [String], { description: "Taxes, credits and deductions that the projection does not cover." })
  notIncluded: readonly string[];
}
