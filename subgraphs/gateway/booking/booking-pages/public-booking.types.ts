import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, JSONObjectScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { AvailableDay } from "../availability/availability.types.ts";
import { IntakeQuestion } from "../intake-forms/intake-forms.types.ts";
import { BookingStatus } from "../bookings/bookings.types.ts";

const slugDescription = "Last part of the booking page's URL.";

@ObjectType({ description: "A service on a booking page." })
export class PublicService {
  @Field(() => ID, { description: "ID of the service." })
  id: string;
  @Field(() => String, { description: "Name of the service." })
  name: string;
  @Field(() => Int, { description: "Length of one appointment in minutes." })
  durationMin: number;
  @Field(() => MoneyScalar, { description: "Price per seat in major units of `currency`. 0: none is shown." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price." })
  currency: string;
  @Field(() => Int, { description: "Seats per start time with one provider." })
  capacity: number;
  @Field(() => Int, { description: "Deposit in percent of the price. 0: none." })
  depositPercent: number;
  @Field(() => Boolean, { description: "True when the business confirms each booking." })
  requiresApproval: boolean;
}

@ObjectType({ description: "A provider of a service on a booking page." })
export class PublicProvider {
  @Field(() => ID, { description: "ID of the provider." })
  id: string;
  @Field(() => String, { description: "Name of the provider." })
  name: string;
}

@ObjectType({ description: "A free time on a booking page." })
export class PublicSlot {
  @Field(() => Date, { description: "Start time. Send it back to book." })
  start: Date;
  @Field(() => Date, { description: "End time." })
  end: Date;
  @Field(() => DateScalar, { description: "Local start date in the response's time zone." })
  date: string;
  @Field(() => String, { description: "Local start time as HH:MM in the response's time zone." })
  time: string;
}

@ObjectType({ description: "Free times of a day of a service." })
export class PublicSlots {
  @Field(() => String, { description: "IANA time zone of the local dates and times." })
  timezone: string;
  @Field(() => [PublicSlot], { description: "Free times, earliest first." })
  slots: PublicSlot[];
}

@ObjectType({ description: "A booking page as its visitors see it." })
export class PublicBookingPage {
  @Field(() => String, { description: slugDescription })
  slug: string;
  @Field(() => String, { description: "Heading of the page." })
  title: string;
  @Field(() => String, { nullable: true, description: "Text under the heading. Null without one." })
  introduction: string | null;
  @Field(() => String, { description: "Language of the page, such as `de-CH`." })
  locale: string;
  @Field(() => Boolean, { description: "Whether a booking needs a code that is sent by email." })
  requiresEmailCode: boolean;
  @Field(() => [String], { description: "Origins of the sites that may show the page in a frame." })
  frameOrigins: string[];
  @Field(() => Boolean, { description: "Whether deposits are paid online. Otherwise the business says how." })
  takesPayments: boolean;
  @Field(() => Int, { description: "Minutes for which a time is kept for a visitor who has not paid yet." })
  paymentMinutes: number;
  @Field(() => Boolean, { description: "Whether the page has events too." })
  showsEvents: boolean;
  @Field(() => [PublicService], { description: "Services that can be booked, by name, at most 100." })
  services: PublicService[];
  @Field(() => PublicService, { nullable: true, description: "Chosen service. Null before one is chosen." })
  service: PublicService | null;
  @Field(() => [IntakeQuestion], { description: "Questions that are asked with the chosen service." })
  questions: IntakeQuestion[];
  @Field(() => [PublicProvider], { description: "Providers of the chosen service, by name." })
  providers: PublicProvider[];
  @Field(() => ID, { nullable: true, description: "ID of the chosen provider. Null: any provider." })
  providerId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of days and times. Null without a service.",
  })
  timezone: string | null;
  @Field(() => [AvailableDay], { description: "Days with free times: 31 days from the first one asked for." })
  days: AvailableDay[];
  @Field(() => DateScalar, { nullable: true, description: "First of the days. Null without a service." })
  from: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Chosen day. Null before one is chosen." })
  date: string | null;
  @Field(() => [PublicSlot], { description: "Free times of the chosen day." })
  slots: PublicSlot[];
  @Field(() => PublicSlot, { nullable: true, description: "Chosen time, if it is still free." })
  slot: PublicSlot | null;
}

@ArgsType()
abstract class PublicServiceArgs {
  @Field(() => String, { description: slugDescription })
  @MaxLength(50)
  slug: string;
  @Field(() => ID, { nullable: true, description: "ID of a provider. Default: any provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the visitor. Default: the service's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
}

@ArgsType()
export class PublicBookingPageArgs extends PublicServiceArgs {
  @Field(() => ID, { nullable: true, description: "ID of the chosen service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First day to show. Default: today." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Chosen day." })
  date?: string | null;
  @Field(() => Date, { nullable: true, description: "Start of the chosen time." })
  start?: Date | null;
}

@ArgsType()
export class PublicDaysArgs extends PublicServiceArgs {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => DateScalar, { description: "First of 31 days to search." })
  from: string;
}

@ArgsType()
export class PublicSlotsArgs extends PublicServiceArgs {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => DateScalar, { description: "Day to search." })
  date: string;
}

export const PublicBookingState = {
  code_sent: "code_sent",
  booked: "booked",
  payment_due: "payment_due",
} as const;
export type PublicBookingState = keyof typeof PublicBookingState;
registerEnumType(PublicBookingState, {
  name: "PublicBookingState",
  description: "What became of a request on a booking page.",
  valuesConfig: {
    code_sent: { description: "A code was sent by email. The booking is made once it is entered." },
    booked: { description: "The booking was made." },
    payment_due: { description: "The time is kept for the visitor until the deposit is paid, for a while." },
  },
});

@ObjectType({ description: "A booking as the customer who made it sees it." })
export class PublicBooking {
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => String, { description: "Name of the service." })
  serviceName: string;
  @Field(() => String, { description: "Name of the provider." })
  providerName: string;
  @Field(() => Date, { description: "Start time of the appointment." })
  startsAt: Date;
  @Field(() => Date, { description: "End time of the appointment." })
  endsAt: Date;
  @Field(() => String, { description: "IANA time zone the appointment was booked in." })
  timezone: string;
  @Field(() => Int, { description: "Number of seats booked." })
  partySize: number;
  @Field(() => BookingStatus, { description: "Current status of the booking." })
  status: BookingStatus;
  @Field(() => MoneyScalar, { description: "Price of all seats in major units of `currency`." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price." })
  currency: string;
  @Field(() => String, { nullable: true, description: "Link of the video call. Null until it is ready." })
  videoUrl: string | null;
}

@ObjectType({ description: "Result of a request on a booking page." })
export class PublicBookingResult {
  @Field(() => String, { description: slugDescription })
  slug: string;
  @Field(() => String, { description: "Heading of the page." })
  title: string;
  @Field(() => String, { description: "Language of the page, such as `de-CH`." })
  locale: string;
  @Field(() => [String], { description: "Origins of the sites that may show the page in a frame." })
  frameOrigins: string[];
  @Field(() => PublicBookingState, { description: "Whether the booking was made or waits for its code." })
  state: PublicBookingState;
  @Field(() => String, {
    nullable: true,
    description: "Token to send back with the code. Null when the booking was made.",
  })
  token: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the page on which the deposit is paid. Null when none is due.",
  })
  payUrl: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which the deposit must be paid. Null when none is due.",
  })
  payBefore: Date | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Deposit to pay. Null when none is due." })
  deposit: number | null;
  @Field(() => PublicBooking, {
    nullable: true,
    description: "The booking. Null before the code was entered.",
  })
  booking: PublicBooking | null;
}

@InputType({ description: "A request of a visitor to book a time." })
export class CreatePublicBookingInput {
  @Field(() => String, { description: slugDescription })
  @MaxLength(50)
  slug: string;
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => ID, { nullable: true, description: "ID of the provider. Default: any free provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => Date, { description: "Start of the wanted time." })
  start: Date;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the visitor. Default: the service's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of seats, 1 to 20 and at most the service's capacity. Default: 1.",
  })
  @IsOptional()
  @Min(1)
  @Max(20)
  partySize?: number | null;
  @Field(() => String, { description: "Name of the visitor, up to 100 characters." })
  @MaxLength(100)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/, { message: "must be one line that is not blank" })
  name: string;
  @Field(() => String, { description: "Email address of the visitor, who gets the confirmation." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => String, { nullable: true, description: "Message to the business, up to 1,000 characters." })
  @IsOptional()
  @MaxLength(1000)
  notes?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Answers to the intake questions of the service, by their keys.",
  })
  answers?: Record<string, unknown> | null;
}

@InputType({ description: "The code that was sent by email, and the request that it is for." })
export class ConfirmPublicBookingInput {
  @Field(() => String, { description: slugDescription })
  @MaxLength(50)
  slug: string;
  @Field(() => String, { description: "Token of the request." })
  @MaxLength(64)
  token: string;
  @Field(() => String, { description: "Code of 6 digits from the email." })
  @MaxLength(10)
  @Matches(/^\s?[0-9]{3}\s?[0-9]{3}\s?$/, { message: "must have 6 digits" })
  code: string;
}
