import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

export const SubscriptionStatus = { active: "active", failing: "failing" } as const;
export type SubscriptionStatus = keyof typeof SubscriptionStatus;
registerEnumType(SubscriptionStatus, {
  name: "CalendarSubscriptionStatus",
  description: "Status of a calendar at a URL.",
  valuesConfig: {
    active: { description: "The last read succeeded." },
    failing: { description: "The last read failed. It is tried again, with growing pauses." },
  },
});

export const SubscriptionFault = {
  not_found: "not_found",
  access_denied: "access_denied",
  rate_limited: "rate_limited",
  bad_status: "bad_status",
  unreachable: "unreachable",
  timeout: "timeout",
  address_refused: "address_refused",
  too_many_redirects: "too_many_redirects",
  too_large: "too_large",
  not_a_calendar: "not_a_calendar",
} as const;
export type SubscriptionFault = keyof typeof SubscriptionFault;
registerEnumType(SubscriptionFault, {
  name: "CalendarSubscriptionFault",
  description: "Reason that a calendar at a URL could not be read.",
  valuesConfig: {
    not_found: { description: "There is no calendar at the URL any more (404 or 410)." },
    access_denied: { description: "The URL needs a sign-in (401 or 403)." },
    rate_limited: { description: "The server asks to wait (429)." },
    bad_status: { description: "Any other status that is no success." },
    unreachable: { description: "The server did not respond, or without a valid certificate." },
    timeout: { description: "The server took more than 10 seconds." },
    address_refused: { description: "The URL, or a redirect of it, leads to no public address." },
    too_many_redirects: { description: "More than 3 redirects." },
    too_large: { description: "The content has more than 4 MB." },
    not_a_calendar: { description: "The content is no iCalendar, or has too many events." },
  },
});

@ObjectType({ description: "A calendar at a URL that blocks a provider's time." })
export class CalendarSubscription {
  @Field(() => ID, { description: "Unique ID of the subscription, prefixed `cas_`." })
  id: string;
  @Field(() => ID, { description: "ID of the provider whose time is blocked." })
  providerId: string;
  @Field(() => String, { description: "Name of the calendar." })
  source: string;
  @Field(() => String, { description: "Host of the URL. The URL itself is stored encrypted and not shown." })
  host: string;
  @Field(() => Int, { description: "Minutes between two reads." })
  refreshMinutes: number;
  @Field(() => SubscriptionStatus, { description: "Status of the subscription." })
  status: SubscriptionStatus;
  @Field(() => SubscriptionFault, {
    nullable: true,
    description: "Reason that the last read failed. Null after a success.",
  })
  errorCode: SubscriptionFault | null;
  @Field(() => Int, { nullable: true, description: "HTTP status of the last failed read, if there was one." })
  errorStatus: number | null;
  @Field(() => Int, { description: "Number of failed reads since the last success." })
  failures: number;
  @Field(() => Int, { description: "Number of periods that the calendar blocks." })
  blockCount: number;
  @Field(() => Int, {
    description: "Number of events that could not be read. Their time is not blocked.",
  })
  unreadCount: number;
  @Field(() => [ID], {
    description: "IDs of future bookings in the blocked periods. They are not cancelled.",
  })
  conflictingBookingIds: string[];
  @Field(() => Date, { description: "Time of the last successful read." })
  lastReadAt: Date;
  @Field(() => Date, { description: "Time of the next read." })
  nextReadAt: Date;
  @Field(() => Date, { description: "Time the subscription was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change of the subscription." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of calendar subscriptions, newest first." })
export class CalendarSubscriptionPage extends countedPageOf(CalendarSubscription, "subscriptions", {
  nextCursor: nextPage,
}) {}

@ArgsType()
export class CalendarSubscriptionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only calendars of this provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
}

@InputType({ description: "A calendar subscription to remove." })
export class RemoveCalendarSubscriptionInput {
  @Field(() => ID, { description: "ID of the subscription." })
  @MaxLength(64)
  subscriptionId: string;
}

@ObjectType({ description: "Result of removing a calendar subscription." })
export class RemovedCalendarSubscription {
  @Field(() => Boolean, { description: "True when the subscription was removed." })
  removed: boolean;
  @Field(() => Int, { description: "Number of periods that are free again." })
  freedCount: number;
}
