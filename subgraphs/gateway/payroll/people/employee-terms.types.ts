import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

const notBlank = { message: "must not be blank" };

@ObjectType({ description: "A pay rate of an employee, in effect from a date." })
export class Compensation {
  @Field(() => ID, { description: "ID of the pay rate." })
  id: string;
  @Field(() => ID, { description: "ID of the employee who earns this rate." })
  employeeId: string;
  @Field(() => String, { description: "Kind of pay: `salary` or `hourly`." })
  kind: string;
  @Dollars("amount", { description: "Pay per `perUnit`, in dollars." })
  amountCents: number;
  @Field(() => String, { description: "Unit of the rate: `hour`, `period`, `month` or `year`." })
  perUnit: string;
  @Field(() => Boolean, { description: "True when no overtime is paid (exempt under the FLSA)." })
  flsaExempt: boolean;
  @Field(() => DateScalar, { description: "First day on which the rate applies." })
  effectiveDate: string;
}

@InputType({ description: "Pay rate to set. A change within a period is prorated by work days." })
export class SetCompensationInput {
  @Field(() => ID, { description: "ID of the employee who earns this rate." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "Kind of pay: salary or hourly." })
  @Matches(/^(salary|hourly)$/)
  kind: "salary" | "hourly";
  @Field(() => UsDollarsScalar, { description: "Pay per `perUnit`, in dollars. At least 0.01." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, {
    description: "Unit of the rate: hour for hourly pay; period, month or year for a salary.",
  })
  @Matches(/^(hour|period|month|year)$/)
  perUnit: "hour" | "period" | "month" | "year";
  @Field(() => Boolean, {
    nullable: true,
    description: "True when no overtime is paid (FLSA exempt). Default: true for a salary, else false.",
  })
  flsaExempt?: boolean | null;
  @Field(() => DateScalar, {
    description: "First day on which the rate applies. Replaces a rate that starts the same day.",
  })
  effectiveDate: string;
}

@ObjectType({ description: "A type of deduction, with the taxes it lowers." })
export class DeductionType {
  @Field(() => String, {
    name: "deductionCode",
    simple: false,
    description: "Code of the deduction type, such as `401k`.",
  })
  code: string;
  @Field(() => String, { description: "Display name of the deduction." })
  name: string;
  @Field(() => String, {
    description: "`pretax_section125` lowers all taxes, `pretax_retirement` only income tax, `posttax` none.",
  })
  timing: string;
  @Dollars("annualLimit", {
    nullable: true,
    description: "Maximum deduction per employee and year, in dollars. Null for no limit.",
  })
  annualLimitCents: number | null;
}

@InputType({ description: "Type of deduction to create." })
export class CreateDeductionTypeInput {
  @Field(() => String, {
    description: "Code of the deduction type: 1 to 40 letters, digits, _ or -. Unique within the account.",
  })
  @Matches(/^[A-Za-z0-9_-]{1,40}$/, { message: "must be 1 to 40 letters, digits, _ or -" })
  code: string;
  @Field(() => String, { description: "Display name of the deduction, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => String, {
    description: "Taxes it lowers: pretax_section125 all, pretax_retirement only income tax, posttax none.",
  })
  @Matches(/^(pretax_section125|pretax_retirement|posttax)$/)
  timing: "pretax_section125" | "pretax_retirement" | "posttax";
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Maximum deduction per employee and year, in dollars. Omit for no limit.",
  })
  @IsOptional()
  @MinCredits(0.01)
  annualLimit?: number | null;
}

@ObjectType({ description: "A wage garnishment: an order to withhold part of an employee's pay." })
export class Garnishment {
  @Field(() => ID, { description: "ID of the garnishment." })
  id: string;
  @Field(() => ID, { description: "ID of the employee whose pay is withheld." })
  employeeId: string;
  @Field(() => String, { description: "Kind of order: `child_support`, `creditor` or `tax_levy`." })
  kind: string;
  @Dollars("amount", {
    nullable: true,
    description: "Amount to withhold per pay period, in dollars. Null when `percentage` is set.",
  })
  amountCents: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of disposable earnings to withhold. Null when `amount` is set.",
  })
  percentage: number | null;
  @Field(() => String, { description: "Case number of the court or agency." })
  caseNumber: string;
  @Field(() => Int, { description: "Order in which garnishments are withheld. Lower numbers come first." })
  priority: number;
  @Dollars("total", {
    nullable: true,
    description: "Total debt in dollars, after which withholding stops. Null when it has no end.",
  })
  totalCents: number | null;
  @Field(() => DateScalar, { description: "First pay date from which pay is withheld." })
  startsOn: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date on which pay is withheld. Null while the order has no end.",
  })
  endsOn: string | null;
  @Field(() => String, { nullable: true, description: "Reason for the end. Null while the order has none." })
  endReason: string | null;
  @Dollars("withheld", { description: "Amount withheld on payslips so far, in dollars." })
  withheldCents: number;
  @Dollars("remaining", {
    nullable: true,
    description: "Debt that remains, in dollars. Null when `total` is null.",
  })
  remainingCents: number | null;
  @Field(() => String, {
    description: "Status: `active`, `paid_off` when the total is withheld, or `ended` after `endsOn`.",
  })
  status: string;
}

@InputType({ description: "Wage garnishment to add. Legal limits on disposable earnings apply." })
export class AddGarnishmentInput {
  @Field(() => ID, { description: "ID of the employee whose pay is withheld." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "Kind of order: child_support, creditor or tax_levy." })
  @Matches(/^(child_support|creditor|tax_levy)$/)
  kind: "child_support" | "creditor" | "tax_levy";
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Amount to withhold per pay period, in dollars. Set either this or `percent`.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of disposable earnings, at most 4 decimals. Set either this or `amount`.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => String, { description: "Case number of the court or agency, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  caseNumber: string;
  @Field(() => Int, {
    description: "Order in which garnishments are withheld, 1 to 99. Lower numbers come first.",
  })
  @Min(1)
  @Max(99)
  priority: number;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Total debt in dollars, after which withholding stops. Omit for no end.",
  })
  @IsOptional()
  @MinCredits(0.01)
  total?: number | null;
  @Field(() => DateScalar, { description: "First pay date from which pay is withheld." })
  from: string;
}

@InputType({ description: "Sensitive number to encrypt. It is never shown again." })
export class SealPayrollNumberInput {
  @Field(() => String, { description: "Kind of number: ssn, tin or bank_account." })
  @Matches(/^(ssn|tin|bank_account)$/)
  kind: "ssn" | "tin" | "bank_account";
  @Field(() => String, { description: "Nine digits for an SSN or TIN, 4 to 17 digits for a bank account." })
  @Matches(/^[0-9-]{4,17}$/, { message: "must have 4 to 17 digits" })
  number: string;
  @Field(() => String, {
    nullable: true,
    description: "Nine-digit bank routing number. Required for a bank account.",
  })
  @IsOptional()
  @Matches(/^[0-9]{9}$/, { message: "must be nine digits" })
  routingNumber?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Type of a bank account: checking or savings. Default checking.",
  })
  @IsOptional()
  @Matches(/^(checking|savings)$/)
  accountType?: "checking" | "savings" | null;
}

@ObjectType({ description: "Single-use token that stands in for a sensitive number." })
export class PayrollSetupToken {
  @Field(() => ID, { description: "Token to pass in place of the number. Works once." })
  setupToken: string;
  @Field(() => String, { description: "Kind of number behind the token: `ssn`, `tin` or `bank_account`." })
  kind: string;
  @Field(() => String, { description: "Last four digits of the number." })
  last4: string;
}

@ObjectType({ description: "A bank account for direct deposit of pay." })
export class EmployeeBankAccount {
  @Field(() => ID, { description: "ID of the bank account." })
  id: string;
  @Field(() => ID, { description: "ID of the employee who is paid to this account." })
  employeeId: string;
  @Field(() => String, { description: "Last four digits of the account number." })
  last4: string;
  @Field(() => String, { description: "Verification status: `unverified`, `verified` or `failed`." })
  status: string;
  @Field(() => Int, {
    description: "Number of wrong pairs of amounts that were entered. The third fails the account.",
  })
  checkTries: number;
}

@InputType({ description: "Bank account to add, as a setup token." })
export class AddEmployeeBankAccountInput {
  @Field(() => ID, { description: "ID of the employee who is paid to this account." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID, {
    description: "Setup token for the bank account, from `POST /payroll/secure-numbers`. Works once.",
  })
  @MaxLength(64)
  setupToken: string;
}
