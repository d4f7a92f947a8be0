import { IsEmail, IsInt, IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PayrollAddress, PayrollAddressInput } from "./address.types.ts";
import { PageArgs } from "../../base/page.types.ts";

const notBlank = { message: "must not be blank" };
const stateForm = /^[A-Z]{2}$/;
const stateMessage = { message: "must be a two-letter state code, such as TX" };

@ObjectType({ description: "Planned change to an employee. Fields that are null stay as they are." })
export class PlannedEmployeeChange {
  @Field(() => DateScalar, { description: "Day from which it counts: for pay dates from that day on." })
  effectiveDate: string;
  @Field(() => String, { nullable: true, description: "First name from then on." })
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: "Last name from then on." })
  lastName?: string | null;
  @Field(() => String, { nullable: true, description: "Two-letter code of the work state from then on." })
  workState?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the state of residence from then on.",
  })
  residenceState?: string | null;
  @Field(() => String, { nullable: true, description: "Department from then on." })
  department?: string | null;
  @Field(() => PayrollAddress, { nullable: true, description: "Postal address from then on." })
  address?: PayrollAddress | null;
  @Field(() => String, { nullable: true, description: "Status from then on: `active` or `on_leave`." })
  status?: string | null;
}

@ObjectType({
  description:
    "An employee on the payroll. Only the last four digits of the Social Security number are readable.",
})
export class PayrollEmployee {
  @Field(() => ID, { description: "ID of the employee, such as `emp_1`." })
  id: string;
  @Field(() => String, { description: "First name of the employee." })
  firstName: string;
  @Field(() => String, { description: "Last name of the employee." })
  lastName: string;
  @Field(() => String, { description: "E-mail address of the employee, unique within the account." })
  email: string;
  @Field(() => String, {
    description: "Two-letter code of the state where the employee works. Its income tax is withheld.",
  })
  workState: string;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the state where the employee lives. Null where it is the work state.",
  })
  residenceState: string | null;
  @Field(() => DateScalar, { description: "First day of employment." })
  startDate: string;
  @Field(() => DateScalar, { nullable: true, description: "Last day of work. Null while employed." })
  endDate: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the end of employment. Null while employed.",
  })
  endReason: string | null;
  @Field(() => Boolean, {
    description: "True when the run of the last day pays the balance of time off.",
  })
  payoutPto: boolean;
  @Field(() => String, {
    description:
      "`onboarding` until a pay rate is set, then `active`, `on_leave` (not paid) or `terminated`.",
  })
  status: string;
  @Field(() => ID, { description: "ID of the pay schedule that pays the employee." })
  payScheduleId: string;
  @Field(() => String, { description: "Type of employment: `full_time` or `part_time`." })
  employmentType: string;
  @Field(() => String, {
    nullable: true,
    description: "Department of the employee, used to group reports. Null when not set.",
  })
  department: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the Social Security number. Null until provided.",
  })
  ssnLast4: string | null;
  @Field(() => PayrollAddress, {
    nullable: true,
    description: "Postal address of the employee, as printed on Form W-2. Null until set.",
  })
  address: PayrollAddress | null;
  @Field(() => [PlannedEmployeeChange], {
    description: "Planned changes by day. Empty without any; each goes when its day has come.",
  })
  plannedChanges: PlannedEmployeeChange[];
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the employee was added." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the last change to the employee." })
  updatedAt: string;
}

@ObjectType({ description: "A page of employees, newest first." })
export class PayrollEmployeePage extends countedPageOf(PayrollEmployee, "employees") {}

@InputType({
  description: "Employee to add to the payroll. Pass the Social Security number as a setup token.",
})
export class CreateEmployeeInput {
  @Field(() => String, { description: "First name of the employee, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  firstName: string;
  @Field(() => String, { description: "Last name of the employee, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  lastName: string;
  @Field(() => String, { description: "E-mail address of the employee. Must be unique within the account." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => DateScalar, { description: "First day of employment." })
  startDate: string;
  @Field(() => String, { description: "Two-letter code of the state where the employee works, such as TX." })
  @Matches(stateForm, stateMessage)
  workState: string;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the state where the employee lives. Default: the work state.",
  })
  @IsOptional()
  @Matches(stateForm, stateMessage)
  residenceState?: string | null;
  @Field(() => ID, { description: "ID of the pay schedule that pays the employee." })
  @MaxLength(64)
  payScheduleId: string;
  @Field(() => String, { description: "Type of employment: full_time or part_time." })
  @Matches(/^(full_time|part_time)$/)
  employmentType: "full_time" | "part_time";
  @Field(() => String, { nullable: true, description: "Department of the employee, used to group reports." })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Setup token for the Social Security number, from `POST /payroll/secure-numbers`. Works once.",
  })
  @IsOptional()
  @MaxLength(64)
  ssnSetupToken?: string | null;
  @Field(() => PayrollAddressInput, { nullable: true, description: "Postal address of the employee." })
  @IsOptional()
  @ValidateNested()
  address?: PayrollAddressInput | null;
}

@InputType({ description: "Employee fields to change. Omitted fields stay as they are." })
export class UpdateEmployeeInput {
  @Field(() => ID, { description: "ID of the employee to update." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the employee has changed since.",
  })
  @IsOptional()
  @IsInt()
  version?: number | null;
  @Field(() => String, { nullable: true, description: "New first name, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: "New last name, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  lastName?: string | null;
  @Field(() => String, { nullable: true, description: "Two-letter code of the new work state, such as TX." })
  @IsOptional()
  @Matches(stateForm, stateMessage)
  workState?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the new state of residence. Null: the work state.",
  })
  @IsOptional()
  @Matches(stateForm, stateMessage)
  residenceState?: string | null;
  @Field(() => String, { nullable: true, description: "New department of the employee. Null removes it." })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New status: active or on_leave. Runs skip employees on leave.",
  })
  @IsOptional()
  @Matches(/^(active|on_leave)$/)
  status?: "active" | "on_leave" | null;
  @Field(() => String, {
    nullable: true,
    description: "Setup token for a new Social Security number, from `POST /payroll/secure-numbers`.",
  })
  @IsOptional()
  @MaxLength(64)
  ssnSetupToken?: string | null;
  @Field(() => PayrollAddressInput, { nullable: true, description: "New postal address of the employee." })
  @IsOptional()
  @ValidateNested()
  address?: PayrollAddressInput | null;
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "Day from which the change counts, for pay dates from that day on. Without other fields, removes what is planned for the day. Default: today.",
  })
  effectiveDate?: string | null;
}

@InputType({ description: "End of an employee's employment." })
export class TerminateEmployeeInput {
  @Field(() => ID, { description: "ID of the employee to terminate." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar, { description: "Last day of work. Must not be before the start date." })
  lastDay: string;
  @Field(() => String, { description: "Reason for the termination, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, notBlank)
  reason: string;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Pay all balances of time off in the run of the last day. That is the regular or final run of its period; a salary counts by 2,080 hours a year. Default false.",
  })
  @IsOptional()
  payoutPto?: boolean | null;
}

@InputType({ description: "Terminated employee to employ again." })
export class RehireEmployeeInput {
  @Field(() => ID, { description: "ID of the employee to employ again." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar, {
    description: "First day of work, after the last day of the earlier employment.",
  })
  startDate: string;
}

@ArgsType()
export class EmployeeArgs {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
}

@ArgsType()
export class EmployeesArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Filter by status: onboarding, active, on_leave or terminated.",
  })
  @IsOptional()
  @Matches(/^(onboarding|active|on_leave|terminated)$/)
  status?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by department name (exact match)." })
  @IsOptional()
  @MaxLength(100)
  department?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by part of a name or e-mail address." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
}
