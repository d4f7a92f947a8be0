import { IsOptional, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

export const CalendarSyncService = { google: "google", microsoft: "microsoft" } as const;
export type CalendarSyncService = keyof typeof CalendarSyncService;
registerEnumType(CalendarSyncService, {
  name: "CalendarSyncService",
  description: "Service of a connected calendar.",
  valuesConfig: {
    google: { description: "Google Calendar." },
    microsoft: { description: "Outlook, by Microsoft Graph." },
  },
});

export const CalendarSyncStatus = {
  active: "active",
  failing: "failing",
  disconnected: "disconnected",
  ended: "ended",
} as const;
export type CalendarSyncStatus = keyof typeof CalendarSyncStatus;
registerEnumType(CalendarSyncStatus, {
  name: "CalendarSyncStatus",
  description: "Status of a calendar sync.",
  valuesConfig: {
    active: { description: "The calendar is kept in step." },
    failing: { description: "The last sync failed. It is tried again automatically." },
    disconnected: {
      description: "Access to the account has ended or lacks a scope. Connect the account again.",
    },
    ended: { description: "The sync was ended." },
  },
});

export const ConflictKind = {
  overlap: "overlap",
  moved_outside: "moved_outside",
  deleted_outside: "deleted_outside",
  both_changed: "both_changed",
} as const;
export type ConflictKind = keyof typeof ConflictKind;
registerEnumType(ConflictKind, {
  name: "CalendarConflictKind",
  description: "Kind of a calendar conflict.",
  valuesConfig: {
    overlap: { description: "An event of the calendar overlaps a booking." },
    moved_outside: { description: "The booking was moved in the calendar to a time that it cannot have." },
    deleted_outside: { description: "The booking was deleted in the calendar, but cannot be cancelled." },
    both_changed: { description: "The booking was changed here and in the calendar at the same time." },
  },
});

export const ConflictResolution = {
  keep_booking: "keep_booking",
  keep_calendar: "keep_calendar",
  settled: "settled",
} as const;
export type ConflictResolution = keyof typeof ConflictResolution;
registerEnumType(ConflictResolution, {
  name: "CalendarConflictResolution",
  description: "How a calendar conflict was resolved.",
  valuesConfig: {
    keep_booking: { description: "The booking was kept." },
    keep_calendar: { description: "The calendar was followed." },
    settled: { description: "The difference disappeared without a decision." },
  },
});

export const ConflictChoice = { booking: "booking", calendar: "calendar" } as const;
export type ConflictChoice = keyof typeof ConflictChoice;
registerEnumType(ConflictChoice, {
  name: "CalendarConflictChoice",
  description: "Which side of a calendar conflict to keep.",
  valuesConfig: {
    booking: { description: "Keeps the booking. Its event gets the booking's time again." },
    calendar: {
      description: "Follows the calendar: moves or cancels the booking. An overlapped booking is cancelled.",
    },
  },
});

@ObjectType({ description: "A calendar of a connected account." })
export class ConnectableCalendar {
  @Field(() => ID, { description: "ID of the calendar at its service." })
  calendarId: string;
  @Field(() => String, { description: "Name of the calendar." })
  name: string;
  @Field(() => Boolean, { description: "Whether it is the main calendar of the account." })
  isPrimary: boolean;
  @Field(() => Boolean, {
    description: "Whether events can be added to it. Only such a calendar can be synced.",
  })
  isWritable: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the sync that the calendar belongs to. Null when it is not synced.",
  })
  syncId: string | null;
}

@ObjectType({ description: "The calendars of a connected account." })
export class ConnectableCalendars {
  @Field(() => CalendarSyncService, { description: "Service of the account." })
  service: CalendarSyncService;
  @Field(() => [ConnectableCalendar], { description: "Calendars, as the service lists them." })
  calendars: ConnectableCalendar[];
}

@ObjectType({
  description: "A calendar of a connected account that is kept in step with a provider's bookings.",
})
export class CalendarSync {
  @Field(() => ID, { description: "Unique ID of the sync, prefixed `csy_`." })
  id: string;
  @Field(() => ID, { description: "ID of the provider whose bookings and free time it is about." })
  providerId: string;
  @Field(() => ID, { description: "ID of the connection to the account." })
  connectionId: string;
  @Field(() => CalendarSyncService, { description: "Service of the account." })
  service: CalendarSyncService;
  @Field(() => ID, { description: "ID of the calendar at its service." })
  calendarId: string;
  @Field(() => String, { description: "Name of the calendar when it was connected." })
  calendarName: string;
  @Field(() => CalendarSyncStatus, { description: "Status of the sync." })
  status: CalendarSyncStatus;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last complete sync. Null before the first.",
  })
  lastSyncedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason that the last sync failed. One of `busy` (limit or outage of the service), `refused`, `calendar_not_found`, `missing_scope` and `connection_lost`; null after a success.",
  })
  errorCode: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which the service announces changes. Null: they are found within 5 minutes.",
  })
  pushedUntil: Date | null;
  @Field(() => Int, { description: "Number of bookings that are not yet in the calendar as they are here." })
  pendingBookings: number;
  @Field(() => Int, { description: "Number of conflicts that need a decision." })
  openConflicts: number;
  @Field(() => Date, { description: "Time the calendar was connected." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change of the sync." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of calendar syncs, newest first." })
export class CalendarSyncPage extends countedPageOf(CalendarSync, "syncs", { nextCursor: nextPage }) {}

@ObjectType({ description: "A difference between a booking and a connected calendar that needs a decision." })
export class CalendarConflict {
  @Field(() => ID, { description: "Unique ID of the conflict, prefixed `clc_`." })
  id: string;
  @Field(() => ID, { description: "ID of the sync." })
  syncId: string;
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => ConflictKind, { description: "Kind of the conflict." })
  kind: ConflictKind;
  @Field(() => String, {
    nullable: true,
    description: "Title of the event. Null when it is private or unknown.",
  })
  eventTitle: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Start of the event in the calendar. Null when it was deleted there.",
  })
  eventStart: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "End of the event in the calendar. Null when it was deleted there.",
  })
  eventEnd: Date | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Code of the refusal when the calendar's change could not be taken over, for example `SLOT_TAKEN`. Null otherwise.",
  })
  reason: string | null;
  @Field(() => ConflictResolution, {
    nullable: true,
    description: "How the conflict was resolved. Null while it is open.",
  })
  resolution: ConflictResolution | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the resolution. Null while the conflict is open.",
  })
  resolvedAt: Date | null;
  @Field(() => Date, { description: "Time the conflict was found." })
  createdAt: Date;
}

@ObjectType({ description: "A page of calendar conflicts, newest first." })
export class CalendarConflictPage extends countedPageOf(CalendarConflict, "conflicts", {
  nextCursor: nextPage,
}) {}

@ObjectType({ description: "A calendar sync that was ended." })
export class DisconnectedCalendar {
  @Field(() => ID, { description: "ID of the sync." })
  id: string;
  @Field(() => Int, { description: "Number of the platform's events that were deleted from the calendar." })
  deletedEvents: number;
  @Field(() => Int, {
    description: "Number of the platform's events that stay in the calendar. They are no longer updated.",
  })
  keptEvents: number;
  @Field(() => Int, {
    description: "Number of busy times of the calendar that no longer block the provider.",
  })
  freedBlocks: number;
}

@ArgsType()
export class ConnectableCalendarsArgs {
  @Field(() => ID, {
    description:
      "ID of a connection to `google` (scope `https://www.googleapis.com/auth/calendar`) or `microsoft` (scope `Calendars.ReadWrite`) of the app `event-manager`.",
  })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
}

@ArgsType()
export class CalendarSyncsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only syncs of this provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
}

@ArgsType()
export class CalendarConflictsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only conflicts of this sync." })
  @IsOptional()
  @MaxLength(64)
  syncId?: string | null;
  @Field(() => Boolean, { defaultValue: true, description: "Only conflicts that need a decision." })
  openOnly: boolean;
}

@InputType({ description: "A calendar to keep in step with a provider's bookings." })
export class ConnectCalendarInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => ID, { description: "ID of the connection to the account." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the calendar at its service. Default: the main calendar of the account.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(1_024)
  calendarId?: string | null;
}

@InputType({ description: "The calendar sync to run now." })
export class CalendarSyncInput {
  @Field(() => ID, { description: "ID of the sync." })
  @MaxLength(64)
  syncId: string;
}

@InputType({ description: "The calendar sync to end." })
export class DisconnectCalendarInput extends CalendarSyncInput {
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether the platform's future events stay in the calendar. By default they are deleted.",
  })
  keepEvents: boolean;
}

@InputType({ description: "A decision about a calendar conflict." })
export class ResolveCalendarConflictInput {
  @Field(() => ID, { description: "ID of the conflict." })
  @MaxLength(64)
  conflictId: string;
  @Field(() => ConflictChoice, { description: "Which side to keep." })
  keep: ConflictChoice;
}
