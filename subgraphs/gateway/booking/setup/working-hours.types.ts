import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { timePattern } from "../availability/availability.types.ts";

/** The end of an interval may be midnight. */
const endPattern = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

@ObjectType({
  description: "A stretch of a local day; an end at or before its beginning is on the next day.",
})
export class DayInterval {
  @Field(() => String, { description: "HH:MM by the provider's clock." })
  from: string;
  @Field(() => String, { description: "HH:MM by the provider's clock." })
  to: string;
}

@ObjectType({ description: "A stretch of a day of the week." })
export class WeekInterval extends DayInterval {
  @Field(() => Int, { description: "1 is Monday, 7 is Sunday." })
  weekday: number;
}

@ObjectType({ description: "When a provider works, week by week." })
export class WeeklyHours {
  @Field(() => ID)
  providerId: string;
  @Field(() => String, { description: "The clock that they are read by (IANA name)." })
  timezone: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "In force from this date on; null before any were set.",
  })
  effectiveFrom: string | null;
  @Field(() => [WeekInterval])
  intervals: WeekInterval[];
}

@ObjectType({ description: "What replaces a provider's weekly hours on one date." })
export class DateOverride {
  @Field(() => ID)
  providerId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => [DayInterval], { description: "None: closed." })
  intervals: DayInterval[];
}

@InputType({ description: "A stretch of a local day; an end at or before its beginning is on the next day." })
export class DayIntervalInput {
  @Field(() => String, { description: "HH:MM by the provider's clock." })
  @Matches(timePattern, { message: "must be HH:MM" })
  from: string;
  @Field(() => String, { description: "HH:MM by the provider's clock; 24:00 is midnight." })
  @Matches(endPattern, { message: "must be HH:MM" })
  to: string;
}

@InputType({ description: "A stretch of a day of the week." })
export class WeekIntervalInput extends DayIntervalInput {
  @Field(() => Int, { description: "1 is Monday, 7 is Sunday." })
  @Min(1)
  @Max(7)
  weekday: number;
}

@InputType({ description: "When a provider works, week by week." })
export class SetWeeklyHoursInput {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
  @Field(() => [WeekIntervalInput], { description: "All of the week; several a day are fine." })
  @ArrayMaxSize(70)
  @ValidateNested({ each: true })
  intervals: WeekIntervalInput[];
  @Field(() => DateScalar, {
    nullable: true,
    description: "In force from this date on; at once when left out.",
  })
  effectiveFrom?: string | null;
}

@InputType({ description: "What replaces a provider's weekly hours on one date." })
export class AddDateOverrideInput {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => [DayIntervalInput], { description: "None: closed." })
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  intervals: DayIntervalInput[];
}

@ArgsType()
export class WeeklyHoursArgs {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Those in force on this date; today when left out.",
  })
  onDate?: string | null;
}

@InputType({ description: "Time in which a provider takes no bookings." })
export class BlockProviderTimeInput {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
  @Field(() => Date)
  from: Date;
  @Field(() => Date, { description: "That moment is free again." })
  to: Date;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@ObjectType({ description: "Time in which a provider takes no bookings." })
export class BlockedTime {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  providerId: string;
  @Field(() => Date)
  from: Date;
  @Field(() => Date)
  to: Date;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => [ID], { description: "Bookings that stand in this time and were left as they are." })
  conflictingBookingIds: string[];
}
