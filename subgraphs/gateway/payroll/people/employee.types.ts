import { IsEmail, IsInt, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

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
export class PayrollEmployeePage extends countedPageOf(PayrollEmployee, "employees") {}

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
  @Matches(/^(full_time|part_time)$/)
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
  @Matches(/^(active|on_leave)$/)
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
  @Matches(/^(onboarding|active|on_leave|terminated)$/)
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
