import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

const notBlank = { message: "must not be blank" };

@InputType({ description: "An event that people register for." })
export class CreateEventInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  title: string;
  @Field(() => Date)
  start: Date;
  @Field(() => Date)
  end: Date;
  @Field(() => String, { description: "IANA time zone in which people are told the time." })
  @MaxLength(64)
  timezone: string;
  @Field(() => Int, { nullable: true, description: "Seats in all, whatever the tickets." })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  capacity?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  description?: string | null;
}

@InputType({ description: "An event." })
export class EventInput {
  @Field(() => ID)
  @MaxLength(64)
  eventId: string;
}

@InputType({ description: "An event that does not take place." })
export class CancelEventInput extends EventInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(500)
  reason: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Tells every guest that the price is given back, and adds up what that is. The platform collects no ticket money and gives none back: that stays with the organizer.",
  })
  refundAll: boolean;
}

@InputType({ description: "A kind of ticket of an event." })
export class CreateTicketTypeInput extends EventInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar, { description: "US dollars; 0 for a free ticket." })
  @Min(0)
  @Max(100_000)
  price: number;
  @Field(() => Int)
  @Min(1)
  @Max(1_000_000)
  quantity: number;
  @Field(() => Date, { nullable: true })
  salesFrom?: Date | null;
  @Field(() => Date, { nullable: true })
  salesTo?: Date | null;
}

@InputType({ description: "Who registers for what." })
export class RegisterAttendeeInput extends EventInput {
  @Field(() => ID)
  @MaxLength(64)
  ticketTypeId: string;
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  name: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => Int, { defaultValue: 1 })
  @Min(1)
  @Max(20)
  quantity: number;
}

@InputType({ description: "A ticket that is shown at the door." })
export class CheckInAttendeeInput {
  @Field(() => String)
  @MaxLength(64)
  ticketCode: string;
  @Field(() => Date, { nullable: true, description: "Now when left out." })
  at?: Date | null;
}

@ArgsType()
export class EventsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(draft|published|sold_out|completed|cancelled)$/)
  status?: string | null;
  @Field(() => Date, { nullable: true, description: "Events that end then or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Events that begin then or earlier." })
  to?: Date | null;
}

@ObjectType({ description: "A kind of ticket; its quantity is a hard limit." })
export class TicketType {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  eventId: string;
  @Field(() => String)
  name: string;
  @Field(() => MoneyScalar)
  price: number;
  @Field(() => String)
  currency: string;
  @Field(() => Int)
  quantity: number;
  @Field(() => Int)
  sold: number;
  @Field(() => Date, { nullable: true })
  salesFrom: Date | null;
  @Field(() => Date, { nullable: true })
  salesTo: Date | null;
}

@ObjectType({ description: "An event with tickets." })
export class TicketedEvent {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { nullable: true })
  description: string | null;
  @Field(() => Date)
  start: Date;
  @Field(() => Date)
  end: Date;
  @Field(() => String)
  timezone: string;
  @Field(() => Int, { nullable: true })
  capacity: number | null;
  @Field(() => Int, { description: "Seats that are taken." })
  registered: number;
  @Field(() => Int, { description: "Seats that are left." })
  left: number;
  @Field(() => String, { description: "`draft`, `published`, `sold_out`, `completed` or `cancelled`." })
  status: string;
  @Field(() => String, { nullable: true })
  cancelReason: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "US dollars that guests of a cancelled event were promised back (`refundAll`): the prices of all tickets that stood, whoever has paid. The organizer gives them back, not the platform. null: nothing was promised.",
  })
  refundsDue: number | null;
  @Field(() => [TicketType])
  ticketTypes: TicketType[];
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of events, newest first." })
export class TicketedEventPage extends countedPageOf(TicketedEvent, "events") {}

@ObjectType({ description: "A ticket; its code lets somebody in, once." })
export class Ticket {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  eventId: string;
  @Field(() => ID)
  registrationId: string;
  @Field(() => String)
  ticketCode: string;
  @Field(() => String, { description: "`valid`, `checked_in` or `void`." })
  status: string;
  @Field(() => Date, { nullable: true })
  checkedInAt: Date | null;
}

@ObjectType({ description: "Who registered, with the tickets." })
export class Registration {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  eventId: string;
  @Field(() => ID)
  ticketTypeId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  email: string;
  @Field(() => Int)
  quantity: number;
  @Field(() => MoneyScalar, {
    description: "Paid at the door or as agreed: the platform does not collect it.",
  })
  amountDue: number;
  @Field(() => String)
  currency: string;
  @Field(() => String, { description: "`confirmed` or `cancelled`." })
  status: string;
  @Field(() => [Ticket])
  tickets: Ticket[];
  @Field(() => Date)
  createdAt: Date;
}
