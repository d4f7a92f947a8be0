import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

const notBlank = { message: "must not be blank" };

@ObjectType({ description: "A rate of pay from a day on." })
export class Compensation {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  kind: string;
  @Dollars("amount")
  amountCents: number;
  @Field(() => String)
  perUnit: string;
  @Field(() => Boolean)
  flsaExempt: boolean;
  @Field(() => DateScalar)
  effectiveDate: string;
}

@InputType({ description: "A rate of pay. A change within a period is prorated by work days." })
export class SetCompensationInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "salary or hourly." })
  @Matches(/^(salary|hourly)$/)
  kind: "salary" | "hourly";
  @Field(() => UsDollarsScalar)
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "hour for hourly pay; period, month or year for a salary." })
  @Matches(/^(hour|period|month|year)$/)
  perUnit: "hour" | "period" | "month" | "year";
  @Field(() => Boolean, { nullable: true, description: "No overtime; true for a salary when left out." })
  flsaExempt?: boolean | null;
  @Field(() => DateScalar)
  effectiveDate: string;
}

@ObjectType({ description: "A kind of deduction, and which taxes it lowers." })
export class DeductionType {
  @Field(() => String, { name: "deductionCode", simple: false })
  code: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  timing: string;
  @Dollars("annualLimit", { nullable: true })
  annualLimitCents: number | null;
}

@InputType({ description: "A kind of deduction." })
export class CreateDeductionTypeInput {
  @Field(() => String)
  @Matches(/^[A-Za-z0-9_-]{1,40}$/, { message: "must be 1 to 40 letters, digits, _ or -" })
  code: string;
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => String, {
    description: "pretax_section125 lowers all taxes, pretax_retirement income tax alone, posttax none.",
  })
  @Matches(/^(pretax_section125|pretax_retirement|posttax)$/)
  timing: "pretax_section125" | "pretax_retirement" | "posttax";
  @Field(() => UsDollarsScalar, { nullable: true, description: "The most that is deducted in a year." })
  @IsOptional()
  @MinCredits(0.01)
  annualLimit?: number | null;
}

@ObjectType({ description: "A deduction that an employee takes part in." })
export class DeductionEnrollment {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String, { name: "deductionCode", simple: false })
  code: string;
  @Dollars("amount", { nullable: true })
  amountCents: number | null;
  @Field(() => Float, { nullable: true, description: "Of gross pay." })
  percentage: number | null;
  @Field(() => DateScalar)
  startsOn: string;
}

@InputType({ description: "A deduction for an employee: an amount a period, or a percentage of gross pay." })
export class EnrollInDeductionInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String)
  @MaxLength(40)
  code: string;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, { nullable: true, description: "At most 4 decimals." })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => DateScalar)
  from: string;
}

@ObjectType({ description: "An order to withhold pay." })
export class Garnishment {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  kind: string;
  @Dollars("amount", { nullable: true })
  amountCents: number | null;
  @Field(() => Float, { nullable: true, description: "Of disposable earnings." })
  percentage: number | null;
  @Field(() => String)
  caseNumber: string;
  @Field(() => Int)
  priority: number;
  @Dollars("total", { nullable: true, description: "The debt, after which it ends." })
  totalCents: number | null;
  @Field(() => DateScalar)
  startsOn: string;
}

@InputType({ description: "An order to withhold pay; the law's limits on disposable earnings hold." })
export class AddGarnishmentInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "child_support, creditor or tax_levy." })
  @Matches(/^(child_support|creditor|tax_levy)$/)
  kind: "child_support" | "creditor" | "tax_levy";
  @Field(() => UsDollarsScalar, { nullable: true, description: "A period." })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, { nullable: true })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  caseNumber: string;
  @Field(() => Int, { description: "Lower comes first." })
  @Min(1)
  @Max(99)
  priority: number;
  @Field(() => UsDollarsScalar, { nullable: true, description: "The debt, after which it ends." })
  @IsOptional()
  @MinCredits(0.01)
  total?: number | null;
  @Field(() => DateScalar)
  from: string;
}

@InputType({ description: "A number of a person or account, which is sealed at once and never shown again." })
export class SealPayrollNumberInput {
  @Field(() => String, { description: "ssn, tin or bank_account." })
  @Matches(/^(ssn|tin|bank_account)$/)
  kind: "ssn" | "tin" | "bank_account";
  @Field(() => String, { description: "Nine digits; for a bank account its number of 4 to 17 digits." })
  @Matches(/^[0-9-]{4,17}$/, { message: "must be digits" })
  number: string;
  @Field(() => String, { nullable: true, description: "Nine digits, with a bank account." })
  @IsOptional()
  @Matches(/^[0-9]{9}$/, { message: "must be nine digits" })
  routingNumber?: string | null;
}

@ObjectType({ description: "What other calls take instead of a number; it is used once." })
export class PayrollSetupToken {
  @Field(() => ID)
  setupToken: string;
  @Field(() => String)
  kind: string;
  @Field(() => String)
  last4: string;
}

@ObjectType({ description: "A bank account for pay." })
export class EmployeeBankAccount {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  last4: string;
  @Field(() => String)
  status: string;
}

@InputType({ description: "A bank account, as a token of the secure form." })
export class AddEmployeeBankAccountInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID)
  @MaxLength(64)
  setupToken: string;
}
