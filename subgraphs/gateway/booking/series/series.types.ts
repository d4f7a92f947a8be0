import { IsEmail, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { BookingSlot, timePattern } from "../availability/availability.types.ts";
import { Booking } from "../bookings/bookings.types.ts";

export const SeriesConflictPolicy = { fail: "fail", skip: "skip" } as const;
export type SeriesConflictPolicy = keyof typeof SeriesConflictPolicy;
registerEnumType(SeriesConflictPolicy, {
  name: "SeriesConflictPolicy",
  description: "fail: all dates are booked or none. skip: those that cannot be had are left out.",
});

export const SkipReason = {
  SLOT_TAKEN: "SLOT_TAKEN",
  OUTSIDE_HOURS: "OUTSIDE_HOURS",
  TOO_SOON: "TOO_SOON",
  TOO_FAR: "TOO_FAR",
  LOCAL_TIME_DOES_NOT_EXIST: "LOCAL_TIME_DOES_NOT_EXIST",
} as const;
export type SkipReason = keyof typeof SkipReason;
registerEnumType(SkipReason, {
  name: "SkipReason",
  description: "Why a date of a series cannot be booked; the codes of createBooking.",
});

@InputType({ description: "Bookings that repeat, by the wall clock." })
export class CreateBookingSeriesInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  clientEmail: string;
  @Field(() => DateScalar, { description: "The first date, or the one from which on the rule is looked at." })
  startDate: string;
  @Field(() => String, {
    description: "HH:MM, 24 hours: the same on every date, whatever clocks do between.",
  })
  @Matches(timePattern, { message: "must be HH:MM" })
  time: string;
  @Field(() => String, {
    description:
      "RFC 5545, by days or weeks, with an end: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=8, or UNTIL=20260630 for COUNT. At most 104 dates.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  rrule: string;
  @Field(() => ID, { nullable: true, description: "The least booked one of each day when left out." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, { nullable: true, description: "IANA name; the service's when left out." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => SeriesConflictPolicy, {
    defaultValue: "fail",
    description: "What becomes of the series when a date cannot be booked.",
  })
  onConflict: SeriesConflictPolicy;
  @Field(() => String, { nullable: true, description: "Kept with each booking." })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@ArgsType()
export class BookingSeriesArgs {
  @Field(() => ID)
  @MaxLength(64)
  seriesId: string;
}

@ObjectType({ description: "A date of a series that could not be booked." })
export class SkippedDate {
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  time: string;
  @Field(() => SkipReason)
  code: SkipReason;
  @Field(() => [BookingSlot], { description: "Up to three free slots near it then; of the first 20 dates." })
  alternatives: BookingSlot[];
}

@ObjectType({ description: "Bookings that were made together. Each can be moved or cancelled by itself." })
export class BookingSeries {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  serviceId: string;
  @Field(() => ID, { nullable: true })
  providerId: string | null;
  @Field(() => String)
  clientEmail: string;
  @Field(() => String, { description: "The zone that the time is kept in (IANA name)." })
  timezone: string;
  @Field(() => DateScalar)
  startDate: string;
  @Field(() => String)
  time: string;
  @Field(() => String)
  rrule: string;
  @Field(() => SeriesConflictPolicy)
  onConflict: SeriesConflictPolicy;
  @Field(() => [Booking], { description: "As they are now, by their start." })
  bookings: Booking[];
  @Field(() => [SkippedDate])
  skipped: SkippedDate[];
  @Field(() => Date)
  createdAt: Date;
}
