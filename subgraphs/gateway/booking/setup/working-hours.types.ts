import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { timePattern } from "../availability/availability.types.ts";

/** The end of an interval may be midnight. */
const endPattern = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

@ObjectType({
  description: "A time span within a local day. An end at or before the start falls on the next day.",
})
export class DayInterval {
  @Field(() => String, { description: "Start time as HH:MM in the provider's time zone." })
  from: string;
  @Field(() => String, { description: "End time as HH:MM in the provider's time zone. 24:00 is midnight." })
  to: string;
}

@ObjectType({ description: "A time span on one day of the week." })
export class WeekInterval extends DayInterval {
  @Field(() => Int, { description: "Day of the week, from 1 (Monday) to 7 (Sunday)." })
  weekday: number;
}

@ObjectType({ description: "A provider's weekly working hours." })
export class WeeklyHours {
  @Field(() => ID, { description: "ID of the provider who works these hours." })
  providerId: string;
  @Field(() => String, { description: "IANA time zone of the working hours." })
  timezone: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First date these hours apply. Null when no hours are set.",
  })
  effectiveFrom: string | null;
  @Field(() => [WeekInterval], {
    description: "Working hours of the week. An empty list means no working hours.",
  })
  intervals: WeekInterval[];
}

@ObjectType({ description: "Working hours that replace a provider's weekly hours on one date." })
export class DateOverride {
  @Field(() => ID, { description: "ID of the provider the override belongs to." })
  providerId: string;
  @Field(() => DateScalar, { description: "Date the override applies to, in the provider's time zone." })
  date: string;
  @Field(() => [DayInterval], { description: "Working hours on that date. An empty list means closed." })
  intervals: DayInterval[];
}

@InputType({
  description: "A time span within a local day. An end at or before the start falls on the next day.",
})
export class DayIntervalInput {
  @Field(() => String, { description: "Start time as HH:MM in the provider's time zone." })
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  from: string;
  @Field(() => String, { description: "End time as HH:MM in the provider's time zone. 24:00 is midnight." })
  @Matches(endPattern, { message: "must be a time as HH:MM" })
  to: string;
}

@InputType({ description: "A time span on one day of the week." })
export class WeekIntervalInput extends DayIntervalInput {
  @Field(() => Int, { description: "Day of the week, from 1 (Monday) to 7 (Sunday)." })
  @Min(1)
  @Max(7)
  weekday: number;
}

@InputType({ description: "Weekly working hours to set for a provider." })
export class SetWeeklyHoursInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => [WeekIntervalInput], {
    description: "Working hours of the whole week, at most 70 intervals. A day may have several.",
  })
  @ArrayMaxSize(70)
  @ValidateNested({ each: true })
  intervals: WeekIntervalInput[];
  @Field(() => DateScalar, {
    nullable: true,
    description: "First date the hours apply. Default: today in the provider's time zone.",
  })
  effectiveFrom?: string | null;
}

@InputType({ description: "Working hours to use on one date instead of the weekly hours." })
export class AddDateOverrideInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar, { description: "Date the override applies to, in the provider's time zone." })
  date: string;
  @Field(() => [DayIntervalInput], {
    description: "Working hours on that date, at most 20 intervals. An empty list means closed.",
  })
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  intervals: DayIntervalInput[];
}

@ArgsType()
export class WeeklyHoursArgs {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date the hours must apply on. Default: today in the provider's time zone.",
  })
  onDate?: string | null;
}

@InputType({ description: "A period in which a provider takes no bookings." })
export class BlockProviderTimeInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => Date, { description: "Start of the blocked period." })
  from: Date;
  @Field(() => Date, { description: "End of the blocked period (exclusive). Must be after `from`." })
  to: Date;
  @Field(() => String, {
    nullable: true,
    description: "Internal note on why the time is blocked, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@ObjectType({ description: "A period in which a provider takes no bookings." })
export class BlockedTime {
  @Field(() => ID, { description: "Unique ID of the blocked time, prefixed `blk_`." })
  id: string;
  @Field(() => ID, { description: "ID of the provider who is unavailable." })
  providerId: string;
  @Field(() => Date, { description: "Start of the blocked period." })
  from: Date;
  @Field(() => Date, { description: "End of the blocked period (exclusive)." })
  to: Date;
  @Field(() => String, {
    nullable: true,
    description: "Internal note on why the time is blocked. Null when not given.",
  })
  reason: string | null;
  @Field(() => [ID], { description: "IDs of existing bookings in this period. They are not cancelled." })
  conflictingBookingIds: string[];
}
