import { IsEmail, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { BookingSlot, timePattern } from "../availability/availability.types.ts";
import { Booking, BookingParty } from "../bookings/bookings.types.ts";

export const SeriesConflictPolicy = { fail: "fail", skip: "skip" } as const;
export type SeriesConflictPolicy = keyof typeof SeriesConflictPolicy;
registerEnumType(SeriesConflictPolicy, {
  name: "SeriesConflictPolicy",
  description: "How a series handles dates that cannot be booked.",
  valuesConfig: {
    fail: { description: "Book every date or none." },
    skip: { description: "Book the free dates and skip the others." },
  },
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
  description: "Reason a date of a series was not booked. Same codes as `createBooking`.",
  valuesConfig: {
    SLOT_TAKEN: { description: "Another booking, a hold or blocked time occupies the slot." },
    OUTSIDE_HOURS: { description: "No provider of the service has a slot starting at this time." },
    TOO_SOON: { description: "The start is in the past or within the minimum notice." },
    TOO_FAR: { description: "The start is beyond the service's maximum advance." },
    LOCAL_TIME_DOES_NOT_EXIST: { description: "Clocks skip this local time when daylight saving begins." },
  },
});

@InputType({ description: "A recurring booking at the same local time." })
export class CreateBookingSeriesInput {
  @Field(() => ID, { description: "ID of the service to book on each date." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => String, {
    description: "Email address of the customer, who receives one confirmation for all dates.",
  })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  clientEmail: string;
  @Field(() => DateScalar, { description: "First date the recurrence rule may produce." })
  startDate: string;
  @Field(() => String, {
    description:
      "Local start time as HH:MM in 24-hour format. The same on every date, across daylight saving changes.",
  })
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  time: string;
  @Field(() => String, {
    description:
      "Recurrence rule (RFC 5545) by days or weeks, with COUNT or UNTIL. Example: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=8. At most 104 dates.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  rrule: string;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the provider to book. Default: the free provider with the fewest bookings, chosen for each date.",
  })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of `startDate` and `time`. Default: the service's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => SeriesConflictPolicy, {
    defaultValue: "fail",
    description: "How to handle dates that cannot be booked.",
  })
  onConflict: SeriesConflictPolicy;
  @Field(() => String, {
    nullable: true,
    description: "Notes to store with each booking, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "A change of the future bookings of a series. Give `time`, `providerId` or both." })
export class UpdateBookingSeriesInput {
  @Field(() => ID, { description: "ID of the series." })
  @MaxLength(64)
  seriesId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First local date to change. Default: all future bookings.",
  })
  fromDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New local start time as HH:MM in 24-hour format. Dates stay.",
  })
  @IsOptional()
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  time?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the new provider, who must offer the service. Default: providers stay.",
  })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
}

@InputType({ description: "A series whose future bookings to cancel, and whether fees apply." })
export class CancelBookingSeriesInput {
  @Field(() => ID, { description: "ID of the series." })
  @MaxLength(64)
  seriesId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First local date to cancel. Default: all future bookings.",
  })
  fromDate?: string | null;
  @Field(() => BookingParty, {
    defaultValue: "customer",
    description: "Side that cancels. Cancellations by the provider are free.",
  })
  cancelledBy: BookingParty;
  @Field(() => String, {
    nullable: true,
    description: "Reason to store with each booking, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "True to cancel without fees, whatever the policy says.",
  })
  waiveFee: boolean;
}

@ArgsType()
export class BookingSeriesArgs {
  @Field(() => ID, { description: "ID of the series to return." })
  @MaxLength(64)
  seriesId: string;
}

@ObjectType({ description: "A date of a series that could not be booked." })
export class SkippedDate {
  @Field(() => DateScalar, { description: "Local date that was not booked." })
  date: string;
  @Field(() => String, { description: "Local start time as HH:MM." })
  time: string;
  @Field(() => SkipReason, { description: "Reason the date was not booked." })
  code: SkipReason;
  @Field(() => [BookingSlot], {
    description: "Up to 3 free slots near this date. Empty after the first 20 skipped dates.",
  })
  alternatives: BookingSlot[];
}

@ObjectType({
  description: "Recurring bookings created together. Each booking can be moved or cancelled separately.",
})
export class BookingSeries {
  @Field(() => ID, { description: "Unique ID of the series, prefixed `bks_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booked service." })
  serviceId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the requested provider. Null when chosen separately for each date.",
  })
  providerId: string | null;
  @Field(() => String, { description: "Email address of the customer." })
  clientEmail: string;
  @Field(() => String, { description: "IANA time zone of `startDate` and `time`." })
  timezone: string;
  @Field(() => DateScalar, { description: "First date the recurrence rule may produce." })
  startDate: string;
  @Field(() => String, { description: "Local start time as HH:MM, as it was last set for the series." })
  time: string;
  @Field(() => String, { description: "Recurrence rule (RFC 5545) of the series." })
  rrule: string;
  @Field(() => SeriesConflictPolicy, { description: "How dates that could not be booked were handled." })
  onConflict: SeriesConflictPolicy;
  @Field(() => [Booking], { description: "Bookings of the series in their current state, earliest first." })
  bookings: Booking[];
  @Field(() => [SkippedDate], { description: "Dates that could not be booked when the series was created." })
  skipped: SkippedDate[];
  @Field(() => Date, { description: "Time the series was created." })
  createdAt: Date;
}
