import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

/** The most characters of a calendar, and the most times of it that are kept. */
const maxCalendarLength = 1_000_000;
export const maxBusyBlocks = 5_000;

@InputType({ description: "An external calendar to import for a provider." })
export class ImportBusyCalendarInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => String, {
    nullable: true,
    description: "iCalendar text (RFC 5545), up to 1,000,000 characters. Either this or `icsUrl`.",
  })
  @IsOptional()
  @MaxLength(maxCalendarLength)
  ics?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Public `https` or `webcal` URL of a calendar, which is read now and every `refreshMinutes`. At most 20 per provider.",
  })
  @IsOptional()
  @MaxLength(2_048)
  icsUrl?: string | null;
  @Field(() => Int, {
    defaultValue: 5,
    description: "Minutes between two reads of `icsUrl`, from 5 to 1,440 (a day).",
  })
  @Min(5)
  @Max(1_440)
  refreshMinutes: number;
  @Field(() => String, {
    defaultValue: "calendar",
    description:
      "Name of the calendar, unique per provider. Importing the same name again replaces the earlier import.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(100)
  source: string;
}

@ObjectType({ description: "A period blocked by an imported event." })
export class BusyBlock {
  @Field(() => ID, { description: "Unique ID of the blocked time, prefixed `blk_`." })
  id: string;
  @Field(() => Date, { description: "Start of the blocked period." })
  from: Date;
  @Field(() => Date, { description: "End of the blocked period (exclusive)." })
  to: Date;
  @Field(() => String, { description: "UID of the imported event." })
  uid: string;
  @Field(() => String, {
    nullable: true,
    description: "Title of the event. Null when the event is private or has no title.",
  })
  reason: string | null;
}

@ObjectType({ description: "A page of imported busy times, latest import first." })
export class BusyBlockPage extends countedPageOf(BusyBlock, "blocks", {
  total: "Busy times that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ObjectType({ description: "An event that could not be imported." })
export class UnreadEvent {
  @Field(() => String, { nullable: true, description: "UID of the event. Null when it has none." })
  uid: string | null;
  @Field(() => String, { nullable: true, description: "Title of the event. Null when it has none." })
  summary: string | null;
  @Field(() => String, { description: "Reason the event could not be read." })
  reason: string;
}

@ObjectType({ description: "Numbers of events that block no time, by reason." })
export class EventsLeftOut {
  @Field(() => Int, { description: "Events marked as free (TRANSP:TRANSPARENT)." })
  free: number;
  @Field(() => Int, { description: "Events marked as cancelled (STATUS:CANCELLED)." })
  cancelled: number;
  @Field(() => Int, { description: "Older versions of events that also exist in a newer version." })
  superseded: number;
  @Field(() => Int, { description: "Events without duration." })
  withoutLength: number;
  @Field(() => Int, { description: "Events entirely outside `from` and `until`." })
  outside: number;
}

@ObjectType({ description: "Result of importing an external calendar." })
export class BusyCalendar {
  @Field(() => ID, { description: "ID of the provider whose time is blocked." })
  providerId: string;
  @Field(() => String, { description: "Name of the imported calendar." })
  source: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the subscription to `icsUrl`. Null for an imported text.",
  })
  subscriptionId: string | null;
  @Field(() => String, { description: "IANA time zone used for times without one: the provider's." })
  timezone: string;
  @Field(() => Date, {
    description: "Start of the import window. Events that ended earlier are not imported.",
  })
  from: Date;
  @Field(() => Date, {
    description: "End of the import window. Import again before then to include later events.",
  })
  until: Date;
  @Field(() => Int, { description: "Number of periods now blocked by this calendar." })
  blockCount: number;
  @Field(() => [BusyBlock], {
    description: "First 100 blocked periods, by start time. `bookingAgenda` shows all.",
  })
  blocks: BusyBlock[];
  @Field(() => Int, { description: "Number of periods removed from an earlier import." })
  replacedCount: number;
  @Field(() => [UnreadEvent], {
    description: "Events that could not be read. Their time is not blocked, so check them.",
  })
  notUnderstood: UnreadEvent[];
  @Field(() => EventsLeftOut, { description: "Numbers of events that block no time, by reason." })
  leftOut: EventsLeftOut;
  @Field(() => [ID], {
    description: "IDs of existing bookings in the blocked periods. They are not cancelled.",
  })
  conflictingBookingIds: string[];
}
