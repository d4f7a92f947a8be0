import { IsEmail, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { DateScalar, JSONObjectScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { timePattern } from "../availability/availability.types.ts";
import { VideoStatus } from "./video.types.ts";

export const BookingStatus = {
  pending: "pending",
  confirmed: "confirmed",
  checked_in: "checked_in",
  completed: "completed",
  no_show: "no_show",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
} as const;
export type BookingStatus = keyof typeof BookingStatus;
registerEnumType(BookingStatus, {
  name: "BookingStatus",
  description: "Status of a booking.",
  valuesConfig: {
    pending: { description: "Waiting for confirmation; expires after 24 hours." },
    confirmed: { description: "Accepted; the slot is reserved." },
    checked_in: { description: "The customer has arrived." },
    completed: { description: "The appointment is finished." },
    no_show: { description: "The customer did not arrive." },
    declined: { description: "You rejected the pending booking." },
    cancelled: { description: "The customer or the provider cancelled the booking." },
    expired: { description: "Nobody confirmed the pending booking within 24 hours." },
  },
});

export const BookingParty = { customer: "customer", provider: "provider" } as const;
export type BookingParty = keyof typeof BookingParty;
registerEnumType(BookingParty, {
  name: "BookingParty",
  description: "The side that cancelled a booking.",
  valuesConfig: {
    customer: { description: "The customer cancelled; the cancellation policy applies." },
    provider: { description: "The provider cancelled; no fee applies." },
  },
});

@ObjectType({ description: "An appointment of a customer with a provider." })
export class Booking {
  @Field(() => ID, { description: "Unique ID of the booking, prefixed `bkg_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booked service." })
  serviceId: string;
  @Field(() => String, { description: "Name of the service at the time of booking." })
  serviceName: string;
  @Field(() => ID, { description: "ID of the provider who performs the service." })
  providerId: string;
  @Field(() => ID, { description: "ID of the customer, prefixed `bcu_`." })
  customerId: string;
  @Field(() => String, { description: "Email address of the customer." })
  clientEmail: string;
  @Field(() => Date, { description: "Start time of the appointment." })
  startsAt: Date;
  @Field(() => Date, { description: "End time of the appointment, without buffers." })
  endsAt: Date;
  @Field(() => String, { description: "IANA time zone the appointment was booked in." })
  timezone: string;
  @Field(() => String, { description: "Local start time in `timezone`, as YYYY-MM-DDTHH:MM." })
  localStart: string;
  @Field(() => Int, { description: "Number of seats booked." })
  partySize: number;
  @Field(() => BookingStatus, { description: "Current status of the booking." })
  status: BookingStatus;
  @Field(() => Boolean, { description: "False when the booking is pending, declined or expired." })
  confirmed: boolean;
  @Field(() => MoneyScalar, { description: "Price of all seats in major units of `currency`." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price and fee." })
  currency: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Deposit in `currency` that the customer has not paid online yet. Without it a pending booking expires. Null when none is due.",
  })
  depositDue: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Cancellation or no-show fee in `currency`. Null when neither happened.",
  })
  fee: number | null;
  @Field(() => BookingParty, {
    nullable: true,
    description: "Side that cancelled the booking. Null when not cancelled.",
  })
  cancelledBy: BookingParty | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason given when the booking was cancelled, declined or moved. Null when none was given.",
  })
  reason: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Notes entered with the booking. Null when there are none.",
  })
  notes: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Answers to your intake questions, as given when booking. Null when there are none.",
  })
  answers: Record<string, unknown> | null;
  @Field(() => [ID], {
    description: "IDs of the rooms and equipment that the booking uses.",
  })
  resourceIds: string[];
  @Field(() => ID, { nullable: true, description: "ID of the booking series. Null for a single booking." })
  seriesId: string | null;
  @Field(() => VideoStatus, { nullable: true, description: "State of the video call. Null without one." })
  videoStatus: VideoStatus | null;
  @Field(() => String, { nullable: true, description: "Link of the video call. Null until it is ready." })
  videoUrl: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time the customer arrived. Null before, or if unknown.",
  })
  checkedInAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time the visit ended. Null before, or if unknown." })
  completedAt: Date | null;
  @Field(() => Int, {
    description: "SEQUENCE number of the iCalendar file. Incremented when the booking is moved or cancelled.",
  })
  icsSequence: number;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the booking was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the booking's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of bookings, newest first." })
export class BookingPage extends countedPageOf(Booking, "bookings", {
  total: "Bookings that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

/** A wall-clock time. */
@InputType()
abstract class WallClockInput {
  @Field(() => DateScalar, { description: "Local date of the start, as YYYY-MM-DD." })
  date: string;
  @Field(() => String, { description: "Local time of the start, as HH:MM in 24-hour format." })
  @Matches(timePattern, { message: "must be a time as HH:MM" })
  time: string;
  @Field(() => Int, {
    nullable: true,
    description:
      "Occurrence of a local time that clocks show twice: 0 (default) or 1. Use 1 for the second one, after clocks go back.",
  })
  @IsOptional()
  @IsIn([0, 1], { message: "must be 0 or 1" })
  fold?: number | null;
}

@InputType({ description: "An appointment to book, by local date and time." })
export class CreateBookingInput extends WallClockInput {
  @Field(() => ID, { description: "ID of the service to book." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => String, { description: "Email address of the customer, who receives a confirmation." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  clientEmail: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the provider to book. Default: the free provider with the fewest bookings that day.",
  })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of `date` and `time`. Default: the service's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a hold on this slot, from `holdSlot`. Booking the slot consumes the hold.",
  })
  @IsOptional()
  @MaxLength(64)
  holdId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of seats to book, at most the service's capacity. Default: 1.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  partySize?: number | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Answers to your intake questions, as a JSON object. Stored with the booking.",
  })
  answers?: Record<string, unknown> | null;
  @Field(() => String, {
    nullable: true,
    description: "Notes to store with the booking, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "A new time, and optionally a new provider, for a booking." })
export class RescheduleBookingInput extends WallClockInput {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
  @Field(() => ID, { nullable: true, description: "ID of the new provider. Default: the current provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, { nullable: true, description: "Reason for the change, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "A booking and the provider to assign it to." })
export class ReassignBookingInput {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
  @Field(() => ID, { description: "ID of the new provider, who must offer the service." })
  @MaxLength(64)
  providerId: string;
}

@InputType({ description: "A booking, identified by its ID." })
export class BookingIdInput {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
}

@InputType({ description: "A booking whose customer has arrived, or whose visit has ended." })
export class VisitInput extends BookingIdInput {
  @Field(() => Date, { nullable: true, description: "When it happened, not in the future. Default: now." })
  at?: Date | null;
}

@InputType({ description: "A pending booking to decline." })
export class DeclineBookingInput extends BookingIdInput {
  @Field(() => String, {
    nullable: true,
    description: "Reason to store with the booking, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "A booking to cancel, and whether a fee applies." })
export class CancelBookingInput extends DeclineBookingInput {
  @Field(() => BookingParty, {
    defaultValue: "customer",
    description: "Side that cancels the booking. Cancellations by the provider are free.",
  })
  cancelledBy: BookingParty;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "True to cancel without a fee, whatever the policy says.",
  })
  waiveFee: boolean;
}

@InputType({ description: "A booking whose customer did not arrive." })
export class MarkNoShowInput extends BookingIdInput {
  @Field(() => Boolean, {
    defaultValue: true,
    description: "Whether to record the no-show fee of the policy.",
  })
  chargeFee: boolean;
}
