import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

const notBlank = { message: "must not be blank" };

@InputType({ description: "A new event with tickets." })
export class CreateEventInput {
  @Field(() => String, { description: "Event title shown to guests, up to 200 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  title: string;
  @Field(() => Date, { description: "Start time of the event." })
  start: Date;
  @Field(() => Date, { description: "End time of the event." })
  end: Date;
  @Field(() => String, { description: "IANA time zone for the event time shown to guests." })
  @MaxLength(64)
  timezone: string;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of attendees across all ticket types. Default: limited by the tickets only.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  capacity?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the event takes place. Guests receive its name and address.",
  })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Hours before the start until which guests can cancel with a full refund. 0 to 8,760. Default: they cannot.",
  })
  @IsOptional()
  @Min(0)
  @Max(8760)
  refundHoursBefore?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Event description for guests, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  description?: string | null;
}

@InputType({ description: "An event, identified by its ID." })
export class EventInput {
  @Field(() => ID, { description: "ID of the event." })
  @MaxLength(64)
  eventId: string;
}

@InputType({ description: "An event to cancel, and why." })
export class CancelEventInput extends EventInput {
  @Field(() => String, { description: "Reason included in the email to guests, up to 500 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(500)
  reason: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether to promise all guests a refund and total it in `refundsDue`. Tickets paid online are always refunded; the organizer pays the others.",
  })
  refundAll: boolean;
}

@InputType({ description: "A new ticket type for an event." })
export class CreateTicketTypeInput extends EventInput {
  @Field(() => String, { description: "Ticket type name, unique per event, up to 100 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar, {
    description: "Price per ticket in US dollars, 0 to 100,000. 0 for a free ticket.",
  })
  @Min(0)
  @Max(100_000)
  price: number;
  @Field(() => Int, { description: "Maximum number of tickets of this type, 1 to 1,000,000." })
  @Min(1)
  @Max(1_000_000)
  quantity: number;
  @Field(() => Date, {
    nullable: true,
    description: "Start of ticket sales. Default: as soon as the event is published.",
  })
  salesFrom?: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "End of ticket sales (exclusive). Default: the end of the event.",
  })
  salesTo?: Date | null;
}

@InputType({ description: "A guest to register for an event." })
export class RegisterAttendeeInput extends EventInput {
  @Field(() => ID, { description: "ID of the ticket type, which must belong to the event." })
  @MaxLength(64)
  ticketTypeId: string;
  @Field(() => String, { description: "Name of the guest, up to 200 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  name: string;
  @Field(() => String, { description: "Email address the tickets are sent to." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => Int, { defaultValue: 1, description: "Number of tickets, 1 to 20." })
  @Min(1)
  @Max(20)
  quantity: number;
}

@InputType({ description: "A ticket to check in at the entrance." })
export class CheckInAttendeeInput {
  @Field(() => String, { description: "Code printed on the ticket, ignoring case." })
  @MaxLength(64)
  ticketCode: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the check-in, not in the future. Default: now.",
  })
  at?: Date | null;
}

@ArgsType()
export class EventsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only events with this status: draft, published, sold_out, completed or cancelled.",
  })
  @IsOptional()
  @Matches(/^(draft|published|sold_out|completed|cancelled)$/)
  status?: string | null;
  @Field(() => Date, { nullable: true, description: "Only events that end at or after this time." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only events that start at or before this time." })
  to?: Date | null;
}

@ObjectType({ description: "A type of ticket with its price and quantity." })
export class TicketType {
  @Field(() => ID, { description: "Unique ID of the ticket type, prefixed `tkt_`." })
  id: string;
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => String, { description: "Ticket type name shown to guests." })
  name: string;
  @Field(() => MoneyScalar, { description: "Price per ticket in US dollars." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price, always USD." })
  currency: string;
  @Field(() => Int, { description: "Maximum number of tickets of this type." })
  quantity: number;
  @Field(() => Int, { description: "Number of tickets registered so far." })
  sold: number;
  @Field(() => Date, {
    nullable: true,
    description: "Start of ticket sales. Null: as soon as the event is published.",
  })
  salesFrom: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "End of ticket sales (exclusive). Null: the end of the event.",
  })
  salesTo: Date | null;
}

@ObjectType({ description: "An event that guests register for with tickets." })
export class TicketedEvent {
  @Field(() => ID, { description: "Unique ID of the event, prefixed `evt_`." })
  id: string;
  @Field(() => String, { description: "Event title shown to guests." })
  title: string;
  @Field(() => String, { nullable: true, description: "Event description for guests. Null when not given." })
  description: string | null;
  @Field(() => Date, { description: "Start time of the event." })
  start: Date;
  @Field(() => Date, { description: "End time of the event." })
  end: Date;
  @Field(() => String, { description: "IANA time zone for the event time shown to guests." })
  timezone: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the event takes place. Null when not set.",
  })
  locationId: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of attendees across all ticket types. Null: limited by the tickets only.",
  })
  capacity: number | null;
  @Field(() => Int, { description: "Number of tickets registered, across all types." })
  registered: number;
  @Field(() => Int, { description: "Number of tickets still available." })
  left: number;
  @Field(() => String, {
    description:
      "Event status: `draft`, `published`, `sold_out`, `completed` (the end has passed) or `cancelled`.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason the event was cancelled. Null unless cancelled.",
  })
  cancelReason: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Total refunds promised to guests, in US dollars. Counts all valid tickets, paid or not. The organizer pays those that were not paid online. Null when none were promised.",
  })
  refundsDue: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Hours before the start until which guests can cancel by their link, with a full refund. Null: they cannot.",
  })
  refundHoursBefore: number | null;
  @Field(() => [TicketType], { description: "Ticket types of the event, oldest first." })
  ticketTypes: TicketType[];
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the event was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the event's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of events, newest first." })
export class TicketedEventPage extends countedPageOf(TicketedEvent, "events", {
  total: "Events that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}
