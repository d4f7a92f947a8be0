import { ArrayMaxSize, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";

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

@ObjectType({ description: "The account's payroll settings." })
export class PayrollSettings {
  @Field(() => String, {
    nullable: true,
    description: "Legal name of the employer, as printed on tax forms. Null until set.",
  })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), such as 12-3456789. Null until set.",
  })
  ein: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the employer's state. Null until set.",
  })
  state: string | null;
  @Field(() => Float, { description: "State unemployment tax (SUTA) rate in percent. Default 0." })
  sutaPercent: number;
  @Dollars("sutaWageBase", {
    description: "Annual wage base for state unemployment tax, in dollars. Default 7,000.",
  })
  sutaBaseCents: number;
  @Field(() => String, {
    description: "Deposit schedule for federal payroll taxes: `monthly` (default) or `semiweekly`.",
  })
  depositSchedule: string;
  @Field(() => [String], {
    description: "Keys of contributions that employees bear where the employer decides, such as `ma_pfml`.",
  })
  passedOnContributions: string[];
  @Field(() => String, {
    description: "Rounding of withheld federal income tax: to the `cent`, or to the whole `dollar`.",
  })
  roundingPolicy: string;
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the bank account that runs are paid from. Null: you pay runs by hand.",
  })
  fundingLast4: string | null;
  @Field(() => Int, { description: "Version number, 0 until the settings are first changed." })
  version: number;
}

@InputType({ description: "Payroll settings to change. Omitted fields stay as they are." })
export class UpdatePayrollSettingsInput {
  @Field(() => String, { nullable: true, description: "Legal name of the employer, at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  legalName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), such as 12-3456789.",
  })
  @IsOptional()
  @Matches(/^\d{2}-?\d{7}$/, { message: "must be an EIN, such as 12-3456789" })
  ein?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the employer's state, such as TX.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  state?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "State unemployment tax (SUTA) rate in percent, 0 to 20. At most 4 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(20)
  sutaRate?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Annual wage base for state unemployment tax, in dollars.",
  })
  @IsOptional()
  @MinCredits(0)
  sutaWageBase?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Deposit schedule for federal payroll taxes: monthly or semiweekly.",
  })
  @IsOptional()
  @Matches(/^(monthly|semiweekly)$/)
  depositSchedule?: "monthly" | "semiweekly" | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Contributions that employees bear where the employer decides: `de_paid_leave`, `ma_pfml`, `me_pfml`, `ny_dbl`, `vt_ccc`. At most 20.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @Matches(/^[a-z][a-z0-9_]{2,39}$/, { each: true })
  passedOnContributions?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Rounding of withheld federal income tax in later runs: cent or dollar.",
  })
  @IsOptional()
  @Matches(/^(cent|dollar)$/)
  roundingPolicy?: "cent" | "dollar" | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the settings have changed since.",
  })
  @IsOptional()
  @IsInt()
  version?: number | null;
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
