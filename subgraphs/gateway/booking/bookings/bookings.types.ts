import { IsEmail, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { DateScalar, JSONObjectScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { timePattern } from "../availability/availability.types.ts";
import { BookingPolicy } from "../setup/setup.types.ts";
import { PageArgs } from "../../base/page.types.ts";

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
  description: "A pending booking waits for a confirmation and expires after 24 hours.",
});

export const BookingParty = { customer: "customer", provider: "provider" } as const;
export type BookingParty = keyof typeof BookingParty;
registerEnumType(BookingParty, { name: "BookingParty", description: "Who cancelled." });

@ObjectType({ description: "A customer's time with a provider." })
export class Booking {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  serviceId: string;
  @Field(() => String, { description: "As it was when it was booked." })
  serviceName: string;
  @Field(() => ID)
  providerId: string;
  @Field(() => ID)
  customerId: string;
  @Field(() => String)
  clientEmail: string;
  @Field(() => Date)
  startsAt: Date;
  @Field(() => Date)
  endsAt: Date;
  @Field(() => String, { description: "The zone that the time was chosen in (IANA name)." })
  timezone: string;
  @Field(() => String, { description: "What clocks in that zone show at the start, YYYY-MM-DDTHH:MM." })
  localStart: string;
  @Field(() => Int)
  partySize: number;
  @Field(() => BookingStatus)
  status: BookingStatus;
  @Field(() => Boolean, { description: "False while it waits for a confirmation." })
  confirmed: boolean;
  @Field(() => MoneyScalar)
  price: number;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { nullable: true, description: "What cancelling or not coming costs." })
  fee: number | null;
  @Field(() => BookingParty, { nullable: true })
  cancelledBy: BookingParty | null;
  @Field(() => String, { nullable: true, description: "Why it was cancelled, declined or moved." })
  reason: string | null;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => JSONObjectScalar, { nullable: true })
  answers: Record<string, unknown> | null;
  @Field(() => ID, { nullable: true, description: "The series that it is one of." })
  seriesId: string | null;
  @Field(() => Int, { description: "SEQUENCE of its iCalendar file; raised when it moves or is cancelled." })
  icsSequence: number;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of bookings, newest first." })
export class BookingPage extends countedPageOf(Booking, "bookings", {
  total: "Bookings that fit the filter, on all pages.",
  nextCursor: nextPage,
}) {}

/** A wall-clock time. */
@InputType()
abstract class WallClockInput {
  @Field(() => DateScalar)
  date: string;
  @Field(() => String, { description: "HH:MM, 24 hours." })
  @Matches(timePattern, { message: "must be HH:MM" })
  time: string;
  @Field(() => Int, { nullable: true, description: "1: the second time that clocks show it that day." })
  @IsOptional()
  @IsIn([0, 1], { message: "must be 0 or 1" })
  fold?: number | null;
}

@InputType({ description: "A slot to book, by the wall clock." })
export class CreateBookingInput extends WallClockInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  clientEmail: string;
  @Field(() => ID, { nullable: true, description: "The least booked one that day when left out." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, { nullable: true, description: "IANA name; the service's when left out." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => ID, { nullable: true, description: "A hold of this slot, which is used up." })
  @IsOptional()
  @MaxLength(64)
  holdId?: string | null;
  @Field(() => Int, { nullable: true, description: "Seats; 1 when left out." })
  @IsOptional()
  @Min(1)
  @Max(1000)
  partySize?: number | null;
  @Field(() => JSONObjectScalar, { nullable: true })
  answers?: Record<string, unknown> | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "Where to move a booking." })
export class RescheduleBookingInput extends WallClockInput {
  @Field(() => ID)
  @MaxLength(64)
  bookingId: string;
  @Field(() => ID, { nullable: true, description: "The same one when left out." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "Another provider at the same time." })
export class ReassignBookingInput {
  @Field(() => ID)
  @MaxLength(64)
  bookingId: string;
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
}

@InputType({ description: "One booking." })
export class BookingIdInput {
  @Field(() => ID)
  @MaxLength(64)
  bookingId: string;
}

@InputType({ description: "One booking, and why." })
export class DeclineBookingInput extends BookingIdInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "Who cancels a booking, and why." })
export class CancelBookingInput extends DeclineBookingInput {
  @Field(() => BookingParty, { defaultValue: "customer", description: "A provider's cancellation is free." })
  cancelledBy: BookingParty;
  @Field(() => Boolean, { defaultValue: false })
  waiveFee: boolean;
}

@InputType({ description: "A customer who did not come." })
export class MarkNoShowInput extends BookingIdInput {
  @Field(() => Boolean, { defaultValue: true, description: "False to let the policy's fee go." })
  chargeFee: boolean;
}

@ArgsType()
export class BookingArgs {
  @Field(() => ID)
  @MaxLength(64)
  bookingId: string;
}

@ArgsType()
export class PreviewCancellationArgs extends BookingArgs {
  @Field(() => Date, { nullable: true, description: "Cancelled at this moment; now when left out." })
  at?: Date | null;
}

@ObjectType({ description: "What cancelling would cost the customer." })
export class CancellationPreview {
  @Field(() => MoneyScalar)
  fee: number;
  @Field(() => String)
  currency: string;
  @Field(() => BookingPolicy, { nullable: true, description: "The one that the booking was made with." })
  policy: BookingPolicy | null;
}

@ArgsType()
export class BookingsArgs extends PageArgs {
  @Field(() => Date, { nullable: true, description: "Starts at or after this moment." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Starts before this moment." })
  to?: Date | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => BookingStatus, { nullable: true })
  status?: BookingStatus | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(254)
  clientEmail?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  seriesId?: string | null;
}
