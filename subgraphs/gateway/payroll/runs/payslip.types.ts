import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "Amounts of a payslip, or their totals for a year. All amounts are in dollars." })
export class PayslipSums {
  @Dollars("gross", { description: "Gross pay in dollars, without reimbursements." })
  grossCents: number;
  @Dollars("reimbursements", { description: "Reimbursed costs in dollars. Not taxed." })
  reimbursementCents: number;
  @Dollars("taxableWages", { description: "Wages subject to federal income tax, in dollars." })
  taxableCents: number;
  @Dollars("socialSecurityWages", { description: "Wages subject to Social Security tax, in dollars." })
  socialSecurityWagesCents: number;
  @Dollars("medicareWages", { description: "Wages subject to Medicare tax, in dollars." })
  medicareWagesCents: number;
  @Dollars("futaWages", { description: "Wages subject to federal unemployment tax (FUTA), in dollars." })
  futaWagesCents: number;
  @Dollars("federalIncome", { description: "Federal income tax withheld, in dollars." })
  federalIncomeCents: number;
  @Dollars("socialSecurity", { description: "Employee share of Social Security tax, in dollars." })
  socialSecurityCents: number;
  @Dollars("medicare", { description: "Employee share of Medicare tax, in dollars." })
  medicareCents: number;
  @Dollars("additionalMedicare", { description: "Additional Medicare tax withheld, in dollars." })
  additionalMedicareCents: number;
  @Dollars("stateWages", { description: "Wages on the base of the state's income tax, in dollars." })
  stateWagesCents: number;
  @Dollars("stateIncome", { description: "State income tax withheld, in dollars." })
  stateCents: number;
  @Dollars("localIncome", { description: "County income tax withheld apart from the state's, in dollars." })
  localCents: number;
  @Dollars("contributionTotal", {
    description: "Total of the employee's contributions to insurances of the state, in dollars.",
  })
  contributionsCents: number;
  @Dollars("employerSocialSecurity", { description: "Employer share of Social Security tax, in dollars." })
  employerSocialSecurityCents: number;
  @Dollars("employerMedicare", { description: "Employer share of Medicare tax, in dollars." })
  employerMedicareCents: number;
  @Dollars("futa", { description: "Federal unemployment tax (FUTA), paid by the employer, in dollars." })
  futaCents: number;
  @Dollars("suta", { description: "State unemployment tax (SUTA), paid by the employer, in dollars." })
  sutaCents: number;
  @Dollars("employerMatch", {
    description: "Contributions of the employer to deductions, in dollars. No part of net pay.",
  })
  employerMatchCents: number;
  @Dollars("deductionTotal", { description: "Total of all deductions in dollars, without garnishments." })
  deductionsCents: number;
  @Dollars("garnishmentTotal", { description: "Total of all garnishments, in dollars." })
  garnishmentsCents: number;
  @Dollars("net", { description: "Net pay in dollars: take-home pay, reimbursements included." })
  netCents: number;
}

@ObjectType({ description: "An earning on a payslip." })
export class PayslipEarning {
  @Field(() => String, {
    description:
      "`salary`, `hourly`, `overtime`, `time_off`, `pto_payout`, `bonus`, `reimbursement`, or the code of a recurring earning.",
  })
  code: string;
  @Field(() => Float, {
    nullable: true,
    description: "Number of hours paid. Null unless pay is by the hour.",
  })
  hours: number | null;
  @Dollars("amount", { description: "Amount earned, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "A deduction on a payslip." })
export class PayslipDeduction {
  @Field(() => String, { description: "Code of the deduction type, such as `401k`." })
  code: string;
  @Field(() => String, {
    description:
      "Taxes it lowers: `pretax_section125` all, `pretax_retirement` only income tax, `posttax` none.",
  })
  timing: string;
  @Dollars("amount", { description: "Amount deducted, in dollars." })
  amountCents: number;
  @Dollars("employerMatch", { description: "Contribution of the employer, in dollars. No part of net pay." })
  employerMatchCents: number;
}

@ObjectType({ description: "A garnishment withheld on a payslip." })
export class PayslipGarnishment {
  @Field(() => ID, { description: "ID of the garnishment order." })
  id: string;
  @Field(() => String, { description: "Kind of order: `child_support`, `creditor` or `tax_levy`." })
  kind: string;
  @Dollars("amount", { description: "Amount withheld, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "A part of net pay for one bank account." })
export class PayslipDeposit {
  @Field(() => ID, { description: "ID of the bank account." })
  bankAccountId: string;
  @Dollars("amount", { description: "Amount for the account, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "A contribution of the employee to an insurance of a state." })
export class PayslipContribution {
  @Field(() => String, { description: "Key of the contribution, such as `ca_sdi`." })
  key: string;
  @Field(() => String, { description: "Name of the contribution." })
  label: string;
  @Field(() => String, {
    description:
      "Kind: `disability`, `family_leave`, `unemployment`, `long_term_care`, `transit` or `other`.",
  })
  kind: string;
  @Field(() => String, { description: "Two-letter code of the state." })
  state: string;
  @Dollars("wages", { description: "Wages charged, up to the annual wage base, in dollars." })
  wagesCents: number;
  @Dollars("amount", { description: "Amount withheld, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "A payslip (pay stub). Immutable: corrections are a reversal and a new payslip." })
export class Payslip extends PayslipSums {
  @Field(() => ID, { description: "ID of the payslip." })
  id: string;
  @Field(() => ID, { description: "ID of the payroll run that made the payslip." })
  runId: string;
  @Field(() => ID, { description: "ID of the paid employee." })
  employeeId: string;
  @Field(() => String, { description: "Full name of the employee at the time of the run." })
  employeeName: string;
  @Field(() => String, { description: "Two-letter code of the work state at the time of the run." })
  state: string;
  @Field(() => String, {
    description: "Two-letter code of the state whose income tax was withheld.",
  })
  taxState: string;
  @Field(() => [PayslipContribution], {
    description: "Disability, family leave, unemployment and similar contributions of the employee.",
  })
  contributions: PayslipContribution[];
  @Field(() => [String], {
    description: "Taxes and contributions on this pay that are not calculated, such as city taxes.",
  })
  notIncluded: string[];
  @Field(() => DateScalar, { description: "First day of the paid period." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the paid period." })
  periodEnd: string;
  @Field(() => DateScalar, { description: "Day on which the employee is paid. Decides the tax year." })
  payDate: string;
  @Field(() => [PayslipEarning], { description: "Earnings that make up gross pay and reimbursements." })
  earnings: PayslipEarning[];
  @Field(() => [PayslipDeduction], { description: "Deductions before and after tax." })
  deductions: PayslipDeduction[];
  @Field(() => [PayslipGarnishment], { description: "Garnishments withheld from pay." })
  garnishments: PayslipGarnishment[];
  @Field(() => [PayslipDeposit], {
    description: "Net pay by bank account, as the employee's deposit split divides it. Empty without one.",
  })
  deposits: PayslipDeposit[];
  @Field(() => PayslipSums, {
    description: "Year-to-date totals for the year of the pay date, this payslip included.",
  })
  ytd: PayslipSums;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the payslip that this one reverses. Null when it is not a reversal.",
  })
  reversalOf: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the reversal. Null when it is not a reversal.",
  })
  reason: string | null;
  @Field(() => Date, { description: "Time at which the payslip was created." })
  createdAt: string;
}

@ObjectType({ description: "Pay of one employee in a payroll preview." })
export class PayrollPreviewLine extends PayslipSums {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Full name of the employee." })
  employeeName: string;
}

@ObjectType({ description: "Preview of a payroll run: totals, and pay per employee." })
export class PayrollPreview {
  @Field(() => Int, { description: "Number of employees who would be paid." })
  employeeCount: number;
  @Dollars("gross", { description: "Total gross pay, in dollars." })
  grossCents: number;
  @Dollars("employeeTaxes", { description: "Total taxes withheld from employees, in dollars." })
  employeeTaxesCents: number;
  @Dollars("employerTaxes", { description: "Total taxes paid by the employer, in dollars." })
  employerTaxesCents: number;
  @Dollars("net", { description: "Total net pay, in dollars." })
  netCents: number;
  @Dollars("cashRequired", { description: "Total cash the employer needs for the run, in dollars." })
  cashRequiredCents: number;
  @Field(() => [String], {
    description: "Taxes and contributions on this pay that are not calculated, such as city taxes.",
  })
  notIncluded: string[];
  @Field(() => [PayrollPreviewLine], { description: "Pay of the first 100 employees." })
  employees: PayrollPreviewLine[];
}

@ObjectType({ description: "A page of payslips, newest first." })
export class PayslipPage extends countedPageOf(Payslip, "payslips") {}

@ArgsType()
export class PayslipPdfArgs {
  @Field(() => ID, { description: "ID of the payslip." })
  @MaxLength(64)
  payslipId: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to return the PDF file itself instead of JSON. Default false.",
  })
  download?: boolean | null;
}

@ArgsType()
export class PayslipsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by employee ID." })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => ID, { nullable: true, description: "Filter by payroll run ID." })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
  @Field(() => Int, { nullable: true, description: "Filter by calendar year of the pay date, 2000 to 2100." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  year?: number | null;
}

@ArgsType()
export class YtdArgs {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => Int, { description: "Calendar year of the pay dates, 2000 to 2100." })
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date to include. Default: all of the year.",
  })
  asOf?: string | null;
}

@InputType({ description: "Payslip to reverse, with the reason." })
export class ReversePayslipInput {
  @Field(() => ID, { description: "ID of the payslip to reverse." })
  @MaxLength(64)
  payslipId: string;
  @Field(() => String, { description: "Reason for the reversal, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@ObjectType({ description: "A payslip as a PDF file." })
export class PayslipFile {
  @Field(() => ID, { description: "ID of the payslip." })
  payslipId: string;
  @Field(() => String, { description: "Suggested name for the file." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: `base64`." })
  encoding: string;
  @Field(() => String, { description: "File content, base64 encoded." })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 hash of the file, in hex." })
  sha256: string;
}
