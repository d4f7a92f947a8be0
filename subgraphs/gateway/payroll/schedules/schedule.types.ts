import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "How often people are paid." })
export class PaySchedule {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  frequency: string;
  @Field(() => DateScalar)
  anchorDate: string;
  @Field(() => Int)
  payDateOffsetDays: number;
  @Field(() => String)
  holidayRule: string;
  @Field(() => String)
  status: string;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "The account's pay schedules, newest first." })
export class PayScheduleList {
  @Field(() => [PaySchedule])
  schedules: PaySchedule[];
}

@InputType({ description: "A pay schedule, which periods follow from." })
export class CreatePayScheduleInput {
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, {
    description: "weekly, biweekly, semimonthly (1st to 15th, 16th to the end) or monthly.",
  })
  @Matches(/^(weekly|biweekly|semimonthly|monthly)$/)
  frequency: "weekly" | "biweekly" | "semimonthly" | "monthly";
  @Field(() => DateScalar, { description: "The first day of a period." })
  anchorDate: string;
  @Field(() => Int, { description: "Days from the end of a period to its pay date." })
  @Min(0)
  @Max(31)
  payDateOffsetDays: number;
  @Field(() => String, { description: "Where a pay date on a banking holiday moves: before or after." })
  @Matches(/^(before|after)$/)
  holidayRule: "before" | "after";
}

@ArgsType()
export class PayPeriodsArgs {
  @Field(() => ID)
  @MaxLength(64)
  scheduleId: string;
  @Field(() => Int)
  @Min(2000)
  @Max(2100)
  year: number;
}

@ObjectType({ description: "A period of a schedule." })
export class PayPeriod {
  @Field(() => ID)
  periodId: string;
  @Field(() => DateScalar)
  start: string;
  @Field(() => DateScalar)
  end: string;
  @Field(() => DateScalar)
  payDate: string;
  @Field(() => String, { description: "`open`, or the status of its run." })
  status: string;
  @Field(() => ID, { nullable: true })
  runId: string | null;
}

@ObjectType({ description: "Periods of a schedule that begin in a year." })
export class PayPeriodList {
  @Field(() => [PayPeriod])
  periods: PayPeriod[];
}

@ObjectType({ description: "What the account's payroll is run by." })
export class PayrollSettings {
  @Field(() => String, { nullable: true })
  legalName: string | null;
  @Field(() => String, { nullable: true })
  ein: string | null;
  @Field(() => String, { nullable: true })
  state: string | null;
  @Field(() => Float, { description: "The state's unemployment tax in percent." })
  sutaPercent: number;
  @Dollars("sutaWageBase")
  sutaBaseCents: number;
  @Field(() => String)
  depositSchedule: string;
  @Field(() => Int)
  version: number;
}

@InputType({ description: "Changes for runs to come; what is left out stays." })
export class UpdatePayrollSettingsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  legalName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^\d{2}-?\d{7}$/, { message: "must be an EIN as 12-3456789" })
  ein?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a state as TX" })
  state?: string | null;
  @Field(() => Float, { nullable: true, description: "In percent, at most 4 decimals." })
  @IsOptional()
  @Min(0)
  @Max(20)
  sutaRate?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  sutaWageBase?: number | null;
  @Field(() => String, { nullable: true, description: "monthly or semiweekly." })
  @IsOptional()
  @Matches(/^(monthly|semiweekly)$/)
  depositSchedule?: "monthly" | "semiweekly" | null;
  @Field(() => Int, { nullable: true, description: "The version that was read; a stale one is refused." })
  @IsOptional()
  @IsInt()
  version?: number | null;
}
