import { Field, ID, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "A ticket that admits one guest, once." })
export class Ticket {
  @Field(() => ID, { description: "Unique ID of the ticket, prefixed `etk_`." })
  id: string;
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => ID, { description: "ID of the registration the ticket belongs to." })
  registrationId: string;
  @Field(() => String, { nullable: true, description: "Name of the attendee. Null when not given." })
  attendeeName: string | null;
  @Field(() => String, { description: "Code to show at the entrance. It checks in once." })
  ticketCode: string;
  @Field(() => String, {
    description: "Ticket status: `valid`, `checked_in` or `void` (the registration or event was cancelled).",
  })
  status: string;
  @Field(() => Date, { nullable: true, description: "Time of the check-in. Null until then." })
  checkedInAt: Date | null;
}

@ObjectType({ description: "A guest's registration with its tickets." })
export class Registration {
  @Field(() => ID, { description: "Unique ID of the registration, prefixed `reg_`." })
  id: string;
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => ID, { description: "ID of the ticket type." })
  ticketTypeId: string;
  @Field(() => String, { description: "Name of the guest." })
  name: string;
  @Field(() => String, { description: "Email address the tickets are sent to." })
  email: string;
  @Field(() => Int, { description: "Number of tickets in the registration." })
  quantity: number;
  @Field(() => MoneyScalar, {
    description: "Total price of the tickets in US dollars. The organizer collects what is not paid online.",
  })
  amountDue: number;
  @Field(() => String, { description: "ISO 4217 currency code of `amountDue`, always USD." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount paid online, in US dollars." })
  paid: number;
  @Field(() => MoneyScalar, { description: "Amount of it that was paid back, in US dollars." })
  refunded: number;
  @Field(() => MoneyScalar, { description: "Amount of it on its way back, in US dollars." })
  refundPending: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Refund promised to the guest in US dollars; the organizer pays what was not paid online. Null when none was promised for this registration.",
  })
  refundDue: number | null;
  @Field(() => String, {
    description:
      "Registration status: `reserved` (not paid or accepted yet), `confirmed`, `cancelled` or `expired` (not paid in time).",
  })
  status: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which reserved seats are kept. Null unless reserved.",
  })
  reservedUntil: Date | null;
  @Field(() => [Ticket], { description: "Tickets of the registration." })
  tickets: Ticket[];
  @Field(() => Date, { description: "Time of the registration." })
  createdAt: Date;
}
