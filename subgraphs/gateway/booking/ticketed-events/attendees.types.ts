import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { TicketType } from "./events.types.ts";

export const AttendeeStatus = {
  confirmed: "confirmed",
  checked_in: "checked_in",
  cancelled: "cancelled",
} as const;
export type AttendeeStatus = keyof typeof AttendeeStatus;
registerEnumType(AttendeeStatus, {
  name: "AttendeeStatus",
  description: "Status of a guest on the door list.",
  valuesConfig: {
    confirmed: { description: "Registered, and not all tickets were checked in." },
    checked_in: { description: "All tickets were checked in." },
    cancelled: { description: "The registration or the event was cancelled." },
  },
});

@ArgsType()
export class EventArgs {
  @Field(() => ID, { description: "ID of the event." })
  @MaxLength(64)
  eventId: string;
}

@ArgsType()
export class AttendeesArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the event." })
  @MaxLength(64)
  eventId: string;
  @Field(() => AttendeeStatus, { nullable: true, description: "Only guests with this status." })
  status?: AttendeeStatus | null;
}

@ObjectType({ description: "A ticket type with the number of tickets that are still available." })
export class AvailableTicketType extends TicketType {
  @Field(() => Int, { description: "Tickets available, by the type's quantity and the event's capacity." })
  left: number;
}

@ObjectType({ description: "The ticket types of an event." })
export class TicketTypeList {
  @Field(() => [AvailableTicketType], { description: "Ticket types of the event, oldest first." })
  ticketTypes: AvailableTicketType[];
}

@ObjectType({ description: "A guest on the door list of an event." })
export class Attendee {
  @Field(() => ID, { description: "ID of the registration, prefixed `reg_`." })
  registrationId: string;
  @Field(() => ID, { description: "ID of the ticket type." })
  ticketTypeId: string;
  @Field(() => String, { description: "Name of the ticket type." })
  ticketTypeName: string;
  @Field(() => String, { description: "Name of the guest." })
  name: string;
  @Field(() => String, { description: "Email address the tickets were sent to." })
  email: string;
  @Field(() => Int, { description: "Number of tickets of the guest." })
  quantity: number;
  @Field(() => [String], {
    description: "Names of those who come, in the order of the tickets, as far as given.",
  })
  attendeeNames: string[];
  @Field(() => Int, { description: "Number of the guest's tickets that were checked in." })
  checkedIn: number;
  @Field(() => AttendeeStatus, { description: "Status of the guest." })
  status: AttendeeStatus;
  @Field(() => Date, { description: "Time of the registration." })
  registeredAt: Date;
}

@ObjectType({ description: "A page of guests, newest registration first." })
export class AttendeePage extends countedPageOf(Attendee, "attendees", {
  total: "Guests that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ObjectType({ description: "Ticket sales and attendance of an event." })
export class EventSummary {
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => Int, { description: "Tickets of confirmed registrations." })
  sold: number;
  @Field(() => MoneyScalar, {
    description: "Price of these tickets in US dollars. The organizer collects it; the platform does not.",
  })
  revenue: number;
  @Field(() => String, { description: "ISO 4217 currency code of `revenue`, always USD." })
  currency: string;
  @Field(() => Int, { description: "Tickets that were checked in." })
  checkedIn: number;
  @Field(() => Int, { description: "Tickets that were not checked in by the end of the event. 0 before." })
  noShows: number;
}
