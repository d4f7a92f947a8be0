import { IsEmail, IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../src/graphql/validators.ts";
import { DateScalar, UsDollarsScalar } from "../../../src/graphql/scalars.ts";
import { PageArgs } from "../invoicing/page.types.ts";
import { Dollars } from "./cents-field.ts";

const notBlank = { message: "must not be blank" };
const stateForm = /^[A-Z]{2}$/;
const stateMessage = { message: "must be a state as TX" };

@ObjectType({
  description: "Somebody on the payroll. Numbers of people are shown by their last four digits alone.",
})
export class PayrollEmployee {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  firstName: string;
  @Field(() => String)
  lastName: string;
  @Field(() => String)
  email: string;
  @Field(() => String, { description: "Where the work is done; its tax is withheld." })
  workState: string;
  @Field(() => DateScalar)
  startDate: string;
  @Field(() => DateScalar, { nullable: true, description: "The last day of work." })
  endDate: string | null;
  @Field(() => String, { nullable: true })
  endReason: string | null;
  @Field(() => String, {
    description: "`onboarding` until there is a rate of pay, `active`, `on_leave`, `terminated`.",
  })
  status: string;
  @Field(() => ID)
  payScheduleId: string;
  @Field(() => String)
  employmentType: string;
  @Field(() => String, { nullable: true })
  department: string | null;
  @Field(() => String, { nullable: true })
  ssnLast4: string | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of employees, newest first." })
export class PayrollEmployeePage {
  @Field(() => [PayrollEmployee])
  employees: PayrollEmployee[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@InputType({
  description: "Somebody to be paid. Their Social Security number comes as a token of the secure form.",
})
export class CreateEmployeeInput {
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  firstName: string;
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  lastName: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => DateScalar)
  startDate: string;
  @Field(() => String, { description: "Two letters." })
  @Matches(stateForm, stateMessage)
  workState: string;
  @Field(() => ID)
  @MaxLength(64)
  payScheduleId: string;
  @Field(() => String, { description: "full_time or part_time." })
  @IsIn(["full_time", "part_time"])
  employmentType: "full_time" | "part_time";
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Token of the secure form for a Social Security number.",
  })
  @IsOptional()
  @MaxLength(64)
  ssnSetupToken?: string | null;
}

@InputType({ description: "Changes of an employee; what is left out stays." })
export class UpdateEmployeeInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => Int, { nullable: true, description: "The version that was read; a stale one is refused." })
  @IsOptional()
  @IsInt()
  version?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  firstName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  lastName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(stateForm, stateMessage)
  workState?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, { nullable: true, description: "active or on_leave." })
  @IsOptional()
  @IsIn(["active", "on_leave"])
  status?: "active" | "on_leave" | null;
}

@InputType({ description: "The end of somebody's employment." })
export class TerminateEmployeeInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar)
  lastDay: string;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, notBlank)
  reason: string;
}

@ArgsType()
export class EmployeeArgs {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
}

@ArgsType()
export class EmployeesArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "onboarding, active, on_leave or terminated." })
  @IsOptional()
  @IsIn(["onboarding", "active", "on_leave", "terminated"])
  status?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, { nullable: true, description: "Part of a name or e-mail address." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
}

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
  @IsIn(["salary", "hourly"])
  kind: "salary" | "hourly";
  @Field(() => UsDollarsScalar)
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "hour for hourly pay; period, month or year for a salary." })
  @IsIn(["hour", "period", "month", "year"])
  perUnit: "hour" | "period" | "month" | "year";
  @Field(() => Boolean, { nullable: true, description: "No overtime; true for a salary when left out." })
  flsaExempt?: boolean | null;
  @Field(() => DateScalar)
  effectiveDate: string;
}

@ObjectType({ description: "Form W-4 of 2020 or later." })
export class W4Certificate {
  @Field(() => ID, {
    nullable: true,
    description: "Null: none is filed, so single without adjustments holds.",
  })
  id: string | null;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  filingStatus: string;
  @Field(() => Boolean)
  step2: boolean;
  @Dollars("step3Amount")
  step3Cents: number;
  @Dollars("step4a")
  step4aCents: number;
  @Dollars("step4b")
  step4bCents: number;
  @Dollars("step4c")
  step4cCents: number;
  @Field(() => Boolean)
  exempt: boolean;
  @Field(() => DateScalar, { nullable: true, description: "In force for pay dates from here on." })
  effectiveDate: string | null;
}

@InputType({
  description: "Form W-4 of 2020 or later, in force from the first pay date on or after its date.",
})
export class SubmitW4Input {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "single (also married filing separately), married or head." })
  @IsIn(["single", "married", "head"])
  filingStatus: "single" | "married" | "head";
  @Field(() => Boolean, { nullable: true })
  step2?: boolean | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step3Amount?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4a?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4b?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4c?: number | null;
  @Field(() => Boolean, { nullable: true })
  exempt?: boolean | null;
  @Field(() => DateScalar)
  effectiveDate: string;
}

@ArgsType()
export class W4Args extends EmployeeArgs {
  @Field(() => DateScalar, { nullable: true, description: "Today when left out." })
  asOf?: string | null;
}

@ObjectType({ description: "What bears on the income tax of a state." })
export class StateWithholding {
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  state: string;
  @Field(() => String)
  filingStatus: string;
  @Field(() => Int)
  allowances: number;
  @Dollars("extra")
  extraCents: number;
}

@InputType({ description: "An employee's certificate for the income tax of a state." })
export class SetStateWithholdingInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String)
  @Matches(stateForm, stateMessage)
  state: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsIn(["single", "married", "head"])
  filingStatus?: "single" | "married" | "head" | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(99)
  allowances?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Withheld besides, each period." })
  @IsOptional()
  @MinCredits(0)
  extra?: number | null;
}

@ObjectType({ description: "A kind of deduction, and which taxes it lowers." })
export class DeductionType {
  @Field(() => String)
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
  @Matches(/^[A-Za-z0-9_-]{1,32}$/, { message: "must be 1 to 32 letters, digits, _ or -" })
  code: string;
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => String, {
    description: "pretax_section125 lowers all taxes, pretax_retirement income tax alone, posttax none.",
  })
  @IsIn(["pretax_section125", "pretax_retirement", "posttax"])
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
  @Field(() => String)
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
  @MaxLength(32)
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
  @IsIn(["child_support", "creditor", "tax_levy"])
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
  @IsIn(["ssn", "tin", "bank_account"])
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
