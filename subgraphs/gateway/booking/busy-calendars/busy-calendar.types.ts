import { Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

/** The most characters of a calendar, and the most times of it that are kept. */
const maxCalendarLength = 1_000_000;
export const maxBusyBlocks = 5_000;

@InputType({ description: "Another calendar of a provider." })
export class ImportBusyCalendarInput {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
  @Field(() => String, {
    description: "The calendar's text: iCalendar (RFC 5545), up to 1,000,000 characters.",
  })
  @MaxLength(maxCalendarLength)
  ics: string;
  @Field(() => String, {
    defaultValue: "calendar",
    description:
      "Names the calendar among those of the provider. What was imported under it before is replaced.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(100)
  source: string;
}

@ObjectType({ description: "Time that an event of another calendar takes." })
export class BusyBlock {
  @Field(() => ID)
  id: string;
  @Field(() => Date)
  from: Date;
  @Field(() => Date, { description: "That moment is free again." })
  to: Date;
  @Field(() => String, { description: "UID of the event." })
  uid: string;
  @Field(() => String, { nullable: true, description: "What it is about; null where the event is private." })
  reason: string | null;
}

@ObjectType({ description: "An event of which nothing was imported." })
export class UnreadEvent {
  @Field(() => String, { nullable: true })
  uid: string | null;
  @Field(() => String, { nullable: true })
  summary: string | null;
  @Field(() => String, { description: "What in it is not understood." })
  reason: string;
}

@ObjectType({ description: "Events that take none of the provider's time, counted by why." })
export class EventsLeftOut {
  @Field(() => Int, { description: "Shown as free (TRANSP:TRANSPARENT)." })
  free: number;
  @Field(() => Int)
  cancelled: number;
  @Field(() => Int, { description: "Older versions of an event that is there in a newer one." })
  superseded: number;
  @Field(() => Int, { description: "They begin and end at once." })
  withoutLength: number;
  @Field(() => Int, { description: "Nothing of them lies between `from` and `until`." })
  outside: number;
}

@ObjectType({ description: "What another calendar blocks of a provider's time." })
export class BusyCalendar {
  @Field(() => ID)
  providerId: string;
  @Field(() => String)
  source: string;
  @Field(() => String, { description: "The clock of times that name no zone: the provider's (IANA name)." })
  timezone: string;
  @Field(() => Date, { description: "What ended before this moment was not imported." })
  from: Date;
  @Field(() => Date, { description: "What begins after this moment was not imported: import again in time." })
  until: Date;
  @Field(() => Int, { description: "Times that are blocked now." })
  blockCount: number;
  @Field(() => [BusyBlock], { description: "The first 100 of them, by time; `bookingAgenda` shows all." })
  blocks: BusyBlock[];
  @Field(() => Int, { description: "Times of an earlier import that were taken back." })
  replacedCount: number;
  @Field(() => [UnreadEvent], { description: "Look at these: their time is not blocked." })
  notUnderstood: UnreadEvent[];
  @Field(() => EventsLeftOut)
  leftOut: EventsLeftOut;
  @Field(() => [ID], { description: "Bookings that stand in this time and were left as they are." })
  conflictingBookingIds: string[];
}
