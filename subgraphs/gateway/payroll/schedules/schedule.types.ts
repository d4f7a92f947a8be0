import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Rules that set pay periods and pay dates." })
export class PaySchedule {
  @Field(() => ID, { description: "ID of the pay schedule, such as `psc_1`." })
  id: string;
  @Field(() => String, { description: "Display name of the schedule." })
  name: string;
  @Field(() => String, {
    description: "How often people are paid: `weekly`, `biweekly`, `semimonthly` or `monthly`.",
  })
  frequency: string;
  @Field(() => DateScalar, {
    description: "First day of one pay period. All other periods are counted from it.",
  })
  anchorDate: string;
  @Field(() => Int, { description: "Days from the end of a period to its pay date." })
  payDateOffsetDays: number;
  @Field(() => String, {
    description: "Direction in which a pay date moves off a weekend or bank holiday: `before` or `after`.",
  })
  holidayRule: string;
  @Field(() => String, { description: "Status of the schedule: `active` or `archived`." })
  status: string;
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the schedule was created." })
  createdAt: string;
}

@ObjectType({ description: "The account's pay schedules, newest first." })
export class PayScheduleList {
  @Field(() => [PaySchedule], { description: "Pay schedules, newest first. At most 500." })
  schedules: PaySchedule[];
}

@InputType({ description: "Pay schedule to create." })
export class CreatePayScheduleInput {
  @Field(() => String, { description: "Display name of the schedule, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, {
    description:
      "How often people are paid: weekly, biweekly, semimonthly or monthly. Semimonthly periods run from the 1st to the 15th and from the 16th to month end.",
  })
  @Matches(/^(weekly|biweekly|semimonthly|monthly)$/)
  frequency: "weekly" | "biweekly" | "semimonthly" | "monthly";
  @Field(() => DateScalar, {
    description:
      "First day of any pay period. Semimonthly needs a 1st or 16th, monthly a day up to the 28th.",
  })
  anchorDate: string;
  @Field(() => Int, { description: "Days from the end of a period to its pay date, 0 to 31." })
  @Min(0)
  @Max(31)
  payDateOffsetDays: number;
  @Field(() => String, {
    description: "Direction in which a pay date moves off a weekend or bank holiday: before or after.",
  })
  @Matches(/^(before|after)$/)
  holidayRule: "before" | "after";
}

@ArgsType()
export class PayPeriodsArgs {
  @Field(() => ID, { description: "ID of the pay schedule." })
  @MaxLength(64)
  scheduleId: string;
  @Field(() => Int, { description: "Calendar year in which the periods start, 2000 to 2100." })
  @Min(2000)
  @Max(2100)
  year: number;
}

@ObjectType({ description: "A pay period of a schedule, with its pay date and run." })
export class PayPeriod {
  @Field(() => ID, {
    description: "ID of the period: schedule ID and first day, such as `psc_1.2026-01-05`.",
  })
  periodId: string;
  @Field(() => DateScalar, { description: "First day of the period." })
  start: string;
  @Field(() => DateScalar, { description: "Last day of the period." })
  end: string;
  @Field(() => DateScalar, {
    description: "Day on which the period is paid, moved off weekends and bank holidays.",
  })
  payDate: string;
  @Field(() => String, {
    description: "`open`, `skipped` when it is not paid, or the status of its regular run.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the period is not paid. Null when it is not skipped.",
  })
  skipReason: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the period's regular run. Null when there is none.",
  })
  runId: string | null;
}

@ObjectType({ description: "Pay periods of a schedule that start in a year." })
export class PayPeriodList {
  @Field(() => [PayPeriod], { description: "Pay periods in order, earliest first." })
  periods: PayPeriod[];
}

@InputType({ description: "Pay schedule to archive." })
export class ArchivePayScheduleInput {
  @Field(() => ID, { description: "ID of the pay schedule to archive." })
  @MaxLength(64)
  scheduleId: string;
}

@InputType({ description: "Pay period to skip, or to take up again." })
export class SkipPayPeriodInput {
  @Field(() => ID, { description: "ID of the pay schedule." })
  @MaxLength(64)
  scheduleId: string;
  @Field(() => DateScalar, { description: "First day of the period." })
  periodStart: string;
  @Field(() => String, { description: "Reason why the period is not paid, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "False takes the skip back. Default true.",
  })
  skipped?: boolean | null;
}

@ArgsType()
export class PaySchedulesArgs {
  @Field(() => String, { nullable: true, description: "Filter by status: active or archived." })
  @IsOptional()
  @Matches(/^(active|archived)$/)
  status?: string | null;
}

@InputType({ description: "Pay schedule fields to change. Omitted fields stay as they are." })
export class UpdatePayScheduleInput {
  @Field(() => ID, { description: "ID of the pay schedule to change." })
  @MaxLength(64)
  scheduleId: string;
  @Field(() => DateScalar, {
    description: "First day of the first pay period that the change holds for.",
  })
  effectiveFrom: string;
  @Field(() => String, { nullable: true, description: "New name of the schedule, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days from the end of a period to its pay date, 0 to 31.",
  })
  @IsOptional()
  @Min(0)
  @Max(31)
  payDateOffsetDays?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Pay date on a weekend or holiday: before or after it.",
  })
  @IsOptional()
  @Matches(/^(before|after)$/)
  holidayRule?: "before" | "after" | null;
}
