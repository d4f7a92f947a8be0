import { IsInt, IsOptional, Matches, Max, Min } from "class-validator";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MaxCredits, MinCredits } from "../../../../src/graphql/validators.ts";
import type { PayFrequency } from "../taxes/pay-frequency.ts";
import { Dollars } from "../../base/cents-field.ts";
import { PayslipContribution } from "./payslip.types.ts";

/** Facts that the taxes of a payment follow from. */
@InputType({ description: "Facts that the taxes of a payment follow from." })
abstract class TaxFacts {
  @Field(() => String, {
    description:
      "Pay frequency: daily, weekly, biweekly, semimonthly, monthly, quarterly, semiannual or annual.",
  })
  @Matches(/^(daily|weekly|biweekly|semimonthly|monthly|quarterly|semiannual|annual)$/)
  frequency: PayFrequency;
  @Field(() => String, { description: "Federal filing status: single, married or head." })
  @Matches(/^(single|married|head)$/)
  filingStatus: "single" | "married" | "head";
  @Field(() => DateScalar, {
    description: "Day of the payment. Its year selects the tax tables.",
  })
  payDate: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Form W-4, step 2(c): true for two jobs or a working spouse. Default false.",
  })
  step2?: boolean | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Form W-4, step 3: annual credits for dependents, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step3?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Form W-4, step 4(a): other annual income, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4a?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Form W-4, step 4(b): annual deductions, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4b?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Form W-4, step 4(c): extra withholding per pay period, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4c?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Wages already paid this year, in dollars, without this payment. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  ytdGross?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Section 125 deductions in dollars, taken before all taxes. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  pretax?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the state. Omit to skip state income tax.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  state?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Allowances on the state certificate, 0 to 99. Default 0.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(99)
  stateAllowances?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Elected rate of state tax in percent, where the employee elects one, as in AZ.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  stateElectedRate?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Letter of the state's own form, as in AL, CT and NJ, such as `F`.",
  })
  @IsOptional()
  @Matches(/^[A-Z0-9]{1,4}$/, { message: "must be a letter of the form, such as F" })
  stateExemptionCode?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number of the county in the state's table, such as 01, where counties tax wages.",
  })
  @IsOptional()
  @Matches(/^[A-Z0-9]{1,4}$/, { message: "must be a county number, such as 01" })
  stateCounty?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True when the spouse has earnings, or the employee a second job. Default false.",
  })
  spouseHasIncome?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the state of residence, where it is not the state of work.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  residenceState?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a bonus or similar pay, taxed at the flat supplemental rate. Default false.",
  })
  supplemental?: boolean | null;
}

@InputType({ description: "Payment to calculate taxes for." })
export class CalculateTaxesInput extends TaxFacts {
  @Field(() => UsDollarsScalar, { description: "Gross pay of the payment, in dollars." })
  @MinCredits(0)
  grossPay: number;
}

@InputType({ description: "Net pay that an employee is to get, and the facts that taxes follow from." })
export class GrossUpPayInput extends TaxFacts {
  @Field(() => UsDollarsScalar, {
    description: "Net pay that the employee is to get at least, in dollars. At most 1,000,000.",
  })
  @MinCredits(0.01)
  @MaxCredits(1_000_000)
  netWanted: number;
}

@ObjectType({ description: "Taxes paid by the employer on one payment." })
export class EmployerTaxes {
  @Dollars("socialSecurity", { description: "Employer share of Social Security tax, in dollars." })
  socialSecurityCents: number;
  @Dollars("medicare", { description: "Employer share of Medicare tax, in dollars." })
  medicareCents: number;
  @Dollars("futa", { description: "Federal unemployment tax (FUTA), in dollars." })
  futaCents: number;
}

@ObjectType({ description: "A line of Worksheet 1A of IRS Publication 15-T." })
export class TaxStep {
  @Field(() => String, { description: "Line number on the worksheet, such as `1a`." })
  line: string;
  @Field(() => String, { description: "Meaning of the line." })
  label: string;
  @Dollars("amount", { description: "Amount on the line, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "Taxes and net pay of one payment." })
export class TaxBreakdown {
  @Dollars("federalIncome", { description: "Federal income tax to withhold, in dollars." })
  federalIncomeCents: number;
  @Dollars("socialSecurity", { description: "Employee share of Social Security tax, in dollars." })
  socialSecurityCents: number;
  @Dollars("medicare", { description: "Employee share of Medicare tax, in dollars." })
  medicareCents: number;
  @Dollars("additionalMedicare", { description: "Additional Medicare tax to withhold, in dollars." })
  additionalMedicareCents: number;
  @Dollars("state", {
    nullable: true,
    description: "State income tax to withhold, in dollars. Null when no state was given.",
  })
  stateCents: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Explanation of the state tax. Null when no state was given.",
  })
  stateReason: string | null;
  @Dollars("localIncome", {
    description: "County income tax to withhold apart from the state's, in dollars.",
  })
  localCents: number;
  @Field(() => [PayslipContribution], {
    description: "Disability, family leave, unemployment and similar contributions of the employee.",
  })
  contributions: PayslipContribution[];
  @Field(() => [String], {
    description: "Taxes and contributions on this pay that are not calculated, such as city taxes.",
  })
  notIncluded: string[];
  @Field(() => EmployerTaxes, { description: "Taxes paid by the employer." })
  employer: EmployerTaxes;
  @Dollars("net", { description: "Net pay in dollars, after taxes and deductions." })
  netCents: number;
  @Field(() => String, { description: "Version of the tax tables used, such as `us-2026.2`." })
  taxTableVersion: string;
  @Field(() => [TaxStep], { description: "Worksheet lines that lead to the federal income tax." })
  steps: TaxStep[];
}

@ObjectType({ description: "Gross pay that gives an employee a net pay." })
export class GrossUp {
  @Dollars("gross", { description: "Smallest gross pay that gives at least the wanted net pay, in dollars." })
  grossCents: number;
  @Field(() => TaxBreakdown, { description: "Taxes and net pay of this gross pay." })
  breakdown: TaxBreakdown;
}
