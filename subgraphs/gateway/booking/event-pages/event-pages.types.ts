import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PublicPayment } from "../charges/charges.types.ts";

const slugDescription = "Last part of the booking page's URL.";
const oneLine = { message: "must be one line that is not blank" };

export const SeatsLeft = {
  available: "available",
  few: "few",
  sold_out: "sold_out",
  not_on_sale: "not_on_sale",
} as const;
export type SeatsLeft = keyof typeof SeatsLeft;
registerEnumType(SeatsLeft, {
  name: "SeatsLeft",
  description: "Whether tickets are left. Visitors do not see how many.",
  valuesConfig: {
    available: { description: "Tickets are left." },
    few: { description: "At most 10 tickets are left." },
    sold_out: { description: "No tickets are left. Visitors can wait for some." },
    not_on_sale: { description: "Not within the sales period." },
  },
});

@ObjectType({ description: "A ticket type on an event's public page." })
export class PublicTicketType {
  @Field(() => ID, { description: "ID of the ticket type." })
  id: string;
  @Field(() => String, { description: "Name of the ticket type." })
  name: string;
  @Field(() => MoneyScalar, { description: "Price per ticket in `currency`. 0: free." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price." })
  currency: string;
  @Field(() => SeatsLeft, { description: "Whether tickets of this type are left." })
  seats: SeatsLeft;
}

@ObjectType({ description: "A published event as visitors see it." })
export class PublicEvent {
  @Field(() => ID, { description: "ID of the event." })
  id: string;
  @Field(() => String, { description: "Title of the event." })
  title: string;
  @Field(() => String, { nullable: true, description: "Description of the event. Null without one." })
  description: string | null;
  @Field(() => Date, { description: "Start time of the event." })
  start: Date;
  @Field(() => Date, { description: "End time of the event." })
  end: Date;
  @Field(() => String, { description: "IANA time zone of the event." })
  timezone: string;
  @Field(() => String, { nullable: true, description: "Name and address of the place. Null without one." })
  place: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Hours before the start until which guests can cancel with a full refund. Null: they cannot.",
  })
  refundHoursBefore: number | null;
  @Field(() => SeatsLeft, { description: "Whether tickets of any type are left." })
  seats: SeatsLeft;
  @Field(() => [PublicTicketType], { description: "Ticket types, oldest first." })
  ticketTypes: PublicTicketType[];
}

@ObjectType({ description: "What pages of an account with events have in common." })
export class EventPage {
  @Field(() => String, { description: slugDescription })
  slug: string;
  @Field(() => String, { description: "Heading of the page." })
  title: string;
  @Field(() => String, { description: "Language of the page, such as `de-CH`." })
  locale: string;
  @Field(() => [String], { description: "Origins of the sites that may show the page in a frame." })
  frameOrigins: string[];
}

@ObjectType({ description: "The public list of an account's events." })
export class PublicEventsPage extends EventPage {
  @Field(() => [PublicEvent], {
    description: "Published events that have not ended, soonest first, up to 100.",
  })
  events: PublicEvent[];
}

@ObjectType({ description: "The public page of an event." })
export class PublicEventPage extends EventPage {
  @Field(() => Boolean, { description: "Whether tickets are paid online. Otherwise the organizer says how." })
  takesPayments: boolean;
  @Field(() => Int, { description: "Minutes for which tickets are kept for a visitor who has not paid yet." })
  paymentMinutes: number;
  @Field(() => PublicEvent, { description: "Event with its ticket types." })
  event: PublicEvent;
}

export const PublicRegistrationState = {
  confirmed: "confirmed",
  payment_due: "payment_due",
  waiting: "waiting",
} as const;
export type PublicRegistrationState = keyof typeof PublicRegistrationState;
registerEnumType(PublicRegistrationState, {
  name: "PublicRegistrationState",
  description: "What became of a request for tickets.",
  valuesConfig: {
    confirmed: { description: "The tickets are sent by email." },
    payment_due: { description: "The tickets are kept for the visitor until they are paid, for a while." },
    waiting: { description: "The visitor waits for tickets that become free." },
  },
});

@ObjectType({ description: "Result of a request for tickets on an event's page." })
export class PublicRegistrationResult extends EventPage {
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => String, { description: "Title of the event." })
  eventTitle: string;
  @Field(() => PublicRegistrationState, {
    description: "Whether the tickets were issued or are to be paid first.",
  })
  state: PublicRegistrationState;
  @Field(() => Int, { description: "Number of tickets." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Price of all tickets in `currency`." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price." })
  currency: string;
  @Field(() => String, {
    nullable: true,
    description: "URL of the guest's own page, on which the tickets are paid. Null for one who waits.",
  })
  manageUrl: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which the tickets must be paid. Null when nothing is due.",
  })
  payBefore: Date | null;
}

@ObjectType({ description: "A ticket as its holder sees it." })
export class HeldTicket {
  @Field(() => String, { nullable: true, description: "Name of the attendee. Null when not given." })
  attendeeName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Code to show at the entrance. Null for a void ticket.",
  })
  ticketCode: string | null;
  @Field(() => String, { description: "Ticket status: `valid`, `checked_in` or `void`." })
  status: string;
}

@ObjectType({ description: "A registration on the page of its guest's link." })
export class ManagedRegistration {
  @Field(() => String, { description: "Heading of the page." })
  title: string;
  @Field(() => String, { description: "Language of the page, such as `de-CH`." })
  locale: string;
  @Field(() => ID, { description: "ID of the registration." })
  registrationId: string;
  @Field(() => String, { description: "Title of the event." })
  eventTitle: string;
  @Field(() => Date, { description: "Start time of the event." })
  start: Date;
  @Field(() => String, { description: "IANA time zone of the event." })
  timezone: string;
  @Field(() => String, { nullable: true, description: "Name and address of the place. Null without one." })
  place: string | null;
  @Field(() => String, { description: "Name of the ticket type." })
  ticketTypeName: string;
  @Field(() => Int, { description: "Number of tickets." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Price of all tickets in `currency`." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price." })
  currency: string;
  @Field(() => String, {
    description: "Registration status: `reserved`, `confirmed`, `cancelled` or `expired`.",
  })
  status: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which reserved tickets are kept. Null unless reserved.",
  })
  reservedUntil: Date | null;
  @Field(() => PublicPayment, {
    nullable: true,
    description: "Online payment of the tickets. Null when none is or was to be paid.",
  })
  payment: PublicPayment | null;
  @Field(() => Boolean, {
    description: "Whether reserved tickets can be accepted without an online payment.",
  })
  canAccept: boolean;
  @Field(() => Boolean, { description: "Whether the registration can be cancelled by the link." })
  canCancel: boolean;
  @Field(() => MoneyScalar, { description: "Amount in `currency` that goes back when it is cancelled now." })
  refundOnCancel: number;
  @Field(() => Boolean, { description: "Whether the tickets can be passed on to somebody else." })
  canTransfer: boolean;
  @Field(() => [HeldTicket], { description: "Tickets of the registration." })
  tickets: HeldTicket[];
}

@ArgsType()
export class PublicEventsArgs {
  @Field(() => String, { description: slugDescription })
  @MaxLength(50)
  slug: string;
}

@ArgsType()
export class PublicEventArgs extends PublicEventsArgs {
  @Field(() => ID, { description: "ID of the event." })
  @MaxLength(64)
  eventId: string;
}

@ArgsType()
export class ManagedRegistrationArgs {
  @Field(() => String, { description: "Secret token of the guest's link." })
  @MaxLength(64)
  token: string;
}

@InputType({ description: "The link of a guest." })
export class ManagedRegistrationInput {
  @Field(() => String, { description: "Secret token of the guest's link." })
  @MaxLength(64)
  token: string;
}

@InputType({ description: "The link of a guest, and who gets the tickets." })
export class TransferManagedRegistrationInput extends ManagedRegistrationInput {
  @Field(() => String, { description: "Name of the new holder, up to 200 characters." })
  @MaxLength(200)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/, oneLine)
  name: string;
  @Field(() => String, { description: "Email address of the new holder, who gets new codes." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
}

@InputType({ description: "A request of a visitor for tickets." })
export class CreatePublicRegistrationInput {
  @Field(() => String, { description: slugDescription })
  @MaxLength(50)
  slug: string;
  @Field(() => ID, { description: "ID of the event." })
  @MaxLength(64)
  eventId: string;
  @Field(() => ID, { description: "ID of the ticket type." })
  @MaxLength(64)
  ticketTypeId: string;
  @Field(() => Int, { nullable: true, description: "Number of tickets, 1 to 20. Default: 1." })
  @IsOptional()
  @Min(1)
  @Max(20)
  quantity?: number | null;
  @Field(() => String, { description: "Name of the visitor, up to 200 characters." })
  @MaxLength(200)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/, oneLine)
  name: string;
  @Field(() => String, { description: "Email address of the visitor, who gets the tickets." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => String, {
    nullable: true,
    description: "Names of those who come, one per line. At most one per ticket, up to 2,000 characters.",
  })
  @IsOptional()
  @MaxLength(2000)
  attendeeNames?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Random text of the form, up to 64 characters. A form that is sent twice takes tickets once.",
  })
  @IsOptional()
  @MaxLength(64)
  requestId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to wait for tickets that become free, when not enough are left. Default: false.",
  })
  waitlist?: boolean | null;
}
