import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Time off policies of the account." })
export class TimeOffPolicyList {
  @Field(() => [TimeOffPolicy], { description: "Time off policies, ordered by name." })
  policies: TimeOffPolicy[];
}

@InputType({ description: "Time off policy to create." })
export class CreateTimeOffPolicyInput {
  @Field(() => String, { description: "Name of the policy, such as Vacation. At most 100 characters." })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(100)
  name: string;
  @Field(() => String, {
    description: "How time off accrues: per_hour (worked), per_period (pay period) or annual.",
  })
  @Matches(/^(per_hour|per_period|annual)$/)
  accrual: "per_hour" | "per_period" | "annual";
  @Field(() => Float, {
    description: "Hours earned per period or year. For per_hour: hours earned per 100 hours worked.",
  })
  @Min(0.01)
  @Max(1000)
  rate: number;
  @Field(() => Float, {
    nullable: true,
    description: "Maximum balance in hours, at which accrual stops. Omit for no maximum.",
  })
  @IsOptional()
  @Min(0.01)
  @Max(10_000)
  cap?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Maximum hours carried over into a new year. Omit to carry over all.",
  })
  @IsOptional()
  @Min(0)
  @Max(10_000)
  carryover?: number | null;
}

@ObjectType({ description: "Rules by which employees earn time off, in hours." })
export class TimeOffPolicy {
  @Field(() => ID, { description: "ID of the time off policy." })
  id: string;
  @Field(() => String, { description: "Name of the policy, such as Vacation." })
  name: string;
  @Field(() => String, {
    description: "How time off accrues: `per_hour` (worked), `per_period` (pay period) or `annual`.",
  })
  accrual: string;
  @Field(() => Float, {
    description: "Hours earned per period or year. For `per_hour`: hours earned per 100 hours worked.",
  })
  rate: number;
  @Field(() => Float, {
    nullable: true,
    description: "Maximum balance in hours, at which accrual stops. Null for no maximum.",
  })
  cap: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Maximum hours carried over into a new year. Null to carry over all.",
  })
  carryover: number | null;
  @Field(() => Date, { description: "Time at which the policy was created." })
  createdAt: string;
}

@InputType({ description: "Employee and the time off policy to assign." })
export class AssignTimeOffPolicyInput {
  @Field(() => ID, { description: "ID of the employee who earns time off." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID, { description: "ID of the time off policy." })
  @MaxLength(64)
  policyId: string;
  @Field(() => DateScalar, { description: "First day on which time off accrues." })
  from: string;
  @Field(() => Float, { nullable: true, description: "Starting balance in hours. Default 0." })
  @IsOptional()
  @Min(0)
  @Max(10_000)
  openingBalance?: number | null;
}

@ObjectType({ description: "A time off policy assigned to an employee." })
export class TimeOffAssignment {
  @Field(() => ID, { description: "ID of the assignment." })
  id: string;
  @Field(() => ID, { description: "ID of the employee who earns time off." })
  employeeId: string;
  @Field(() => ID, { description: "ID of the time off policy." })
  policyId: string;
  @Field(() => DateScalar, { description: "First day on which time off accrues." })
  from: string;
  @Field(() => Float, { description: "Starting balance in hours." })
  openingBalance: number;
}

@ArgsType()
export class TimeOffArgs {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date for which to return balances. Default: today.",
  })
  asOf?: string | null;
}

@ObjectType({ description: "Time off balance of an employee under one policy." })
export class TimeOffBalance {
  @Field(() => ID, { description: "ID of the time off policy." })
  policyId: string;
  @Field(() => String, { description: "Name of the policy, such as Vacation." })
  name: string;
  @Field(() => Float, { description: "Starting balance in hours." })
  openingHours: number;
  @Field(() => Float, { description: "Hours earned since the start, lost hours included." })
  accruedHours: number;
  @Field(() => Float, { description: "Hours lost at the cap or at the end of a year." })
  lostHours: number;
  @Field(() => Float, { description: "Approved hours off that began by that date." })
  usedHours: number;
  @Field(() => Float, { description: "Current balance in hours: opening plus accrued minus lost." })
  balanceHours: number;
}

@ObjectType({ description: "Time off balances of an employee, per policy." })
export class TimeOffBalances {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => DateScalar, { description: "Date for which the balances were calculated." })
  asOf: string;
  @Field(() => [TimeOffBalance], { description: "Balances, one per assigned policy." })
  balances: TimeOffBalance[];
}
