import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

/** A time of day as people write it. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

@ObjectType({ description: "A free time slot that can be booked." })
export class BookingSlot {
  @Field(() => Date, { description: "Start time of the slot." })
  start: Date;
  @Field(() => Date, { description: "End time of the slot." })
  end: Date;
  @Field(() => DateScalar, {
    description: "Local start date in the response's time zone. Pass it to `createBooking`.",
  })
  date: string;
  @Field(() => String, {
    description: "Local start time as HH:MM in the response's time zone. Pass it to `createBooking`.",
  })
  time: string;
  @Field(() => Int, {
    description:
      "1 for the second occurrence of a repeated local time, otherwise 0. Pass it to `createBooking`.",
  })
  fold: number;
  @Field(() => [ID], { description: "IDs of the providers who are free at this time." })
  providerIds: string[];
  @Field(() => Int, { description: "Seats available across all free providers." })
  capacityLeft: number;
}

@ObjectType({ description: "The free slots of a service in a range of days." })
export class BookingAvailability {
  @Field(() => String, { description: "IANA time zone of the slots' dates and times." })
  timezone: string;
  @Field(() => [BookingSlot], { description: "Free slots, earliest first." })
  slots: BookingSlot[];
}

@ArgsType()
abstract class ServiceSlotArgs {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => ID, { nullable: true, description: "Only slots of this provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone for days and local times. Default: the service's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => Int, { defaultValue: 1, description: "Number of seats needed with one provider." })
  @Min(1)
  @Max(1000)
  partySize: number;
}

@ArgsType()
export class AvailabilityArgs extends ServiceSlotArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Single day to search. Use either `date`, or `from` and `to`.",
  })
  date?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First day to search, together with `to`." })
  from?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day to search (inclusive), at most 31 days in total.",
  })
  to?: string | null;
}

@ArgsType()
export class AvailableDaysArgs extends ServiceSlotArgs {
  @Field(() => String, { description: "Month to search, as YYYY-MM, from 1900-01 to 2099-12." })
  @MaxLength(7)
  @Matches(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, { message: "must be a month as YYYY-MM, 1900-01 to 2099-12" })
  month: string;
}

@ObjectType({ description: "A day with free slots." })
export class AvailableDay {
  @Field(() => DateScalar, { description: "Local date in the response's time zone." })
  date: string;
  @Field(() => Int, { description: "Number of free slots that start on this date." })
  slotCount: number;
}

@ObjectType({ description: "The days of a month on which a service can be booked." })
export class AvailableDays {
  @Field(() => String, { description: "IANA time zone of the dates." })
  timezone: string;
  @Field(() => [AvailableDay], { description: "Days with at least one free slot, earliest first." })
  days: AvailableDay[];
}

@ArgsType()
export class NextSlotArgs extends ServiceSlotArgs {
  @Field(() => Date, { nullable: true, description: "Earliest start time to consider. Default: now." })
  after?: Date | null;
  @Field(() => [Int], {
    nullable: true,
    description: "Only these days of the week, from 1 (Monday) to 7 (Sunday).",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Min(1, { each: true })
  @Max(7, { each: true })
  weekdays?: number[] | null;
  @Field(() => String, { nullable: true, description: "Earliest local time of day, as HH:MM." })
  @IsOptional()
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  timeFrom?: string | null;
  @Field(() => String, { nullable: true, description: "Latest local time of day, as HH:MM." })
  @IsOptional()
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  timeTo?: string | null;
}
