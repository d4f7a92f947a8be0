import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Rules by which time off is earned." })
export class CreateTimeOffPolicyInput {
  @Field(() => String)
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(100)
  name: string;
  @Field(() => String, { description: "per_hour, per_period or annual." })
  @Matches(/^(per_hour|per_period|annual)$/)
  accrual: "per_hour" | "per_period" | "annual";
  @Field(() => Float, { description: "Hours; of per_hour those that a hundred worked hours give." })
  @Min(0.01)
  @Max(1000)
  rate: number;
  @Field(() => Float, { nullable: true, description: "A balance stops growing at so many hours." })
  @IsOptional()
  @Min(0.01)
  @Max(10_000)
  cap?: number | null;
  @Field(() => Float, { nullable: true, description: "Hours kept at the end of a year; all when left out." })
  @IsOptional()
  @Min(0)
  @Max(10_000)
  carryover?: number | null;
}

@ObjectType({ description: "Rules by which time off is earned; hours." })
export class TimeOffPolicy {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  accrual: string;
  @Field(() => Float)
  rate: number;
  @Field(() => Float, { nullable: true })
  cap: number | null;
  @Field(() => Float, { nullable: true })
  carryover: number | null;
  @Field(() => Date)
  createdAt: string;
}

@InputType({ description: "An employee who earns time off by a policy." })
export class AssignTimeOffPolicyInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID)
  @MaxLength(64)
  policyId: string;
  @Field(() => DateScalar)
  from: string;
  @Field(() => Float, { nullable: true, description: "Hours." })
  @IsOptional()
  @Min(0)
  @Max(10_000)
  openingBalance?: number | null;
}

@ObjectType({ description: "A policy that an employee has." })
export class TimeOffAssignment {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => ID)
  policyId: string;
  @Field(() => DateScalar)
  from: string;
  @Field(() => Float)
  openingBalance: number;
}

@ArgsType()
export class TimeOffArgs {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar, { nullable: true, description: "Today when left out." })
  asOf?: string | null;
}

@ObjectType({ description: "Time off by one policy, in hours." })
export class TimeOffBalance {
  @Field(() => ID)
  policyId: string;
  @Field(() => String)
  name: string;
  @Field(() => Float)
  openingHours: number;
  @Field(() => Float)
  accruedHours: number;
  @Field(() => Float, { description: "Lost at the cap, or at the end of a year." })
  lostHours: number;
  @Field(() => Float)
  balanceHours: number;
}

@ObjectType({ description: "What time off an employee has." })
export class TimeOffBalances {
  @Field(() => ID)
  employeeId: string;
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => [TimeOffBalance])
  balances: TimeOffBalance[];
}
