import { graphObject, type EventFamily } from "./event-family.ts";

export const calendarSyncEvents: EventFamily = {
  name: "calendar_sync",
  object: graphObject("CalendarSync"),
  example: {
    id: "csy_01m853c1v5mq8zhj33f9m7ax3a",
    providerId: "prv_01m853a90gvgzdk6pgjnzchvnz",
    connectionId: "ocn_01m853a8z2m3cdpbg41echqwyn",
    service: "google",
    calendarId: "ana@salon.example",
    calendarName: "Ana",
    status: "active",
    lastSyncedAt: "2026-11-23T09:30:00.000Z",
    errorCode: null,
    pushedUntil: "2026-11-26T07:30:00.000Z",
    pendingBookings: 0,
    openConflicts: 0,
    createdAt: "2026-11-23T09:00:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    connected: {
      description: "A calendar was connected to a provider.",
      example: { lastSyncedAt: null, pushedUntil: null, pendingBookings: 12 },
    },
    failed: {
      description: "The sync of a calendar failed, or its connection was lost.",
      example: { status: "disconnected", errorCode: "connection_lost" },
    },
    recovered: { description: "The sync of a calendar works again." },
    disconnected: { description: "The sync of a calendar was ended.", example: { status: "ended" } },
  },
};

export const calendarConflictEvents: EventFamily = {
  name: "calendar_conflict",
  object: graphObject("CalendarConflict"),
  example: {
    id: "clc_01m853c1v5mq8zhj33f9m7ax3a",
    syncId: "csy_01m853c1v5mq8zhj33f9m7ax3a",
    bookingId: "bkg_01m853a96pw0fpw3sfdjfh09za",
    kind: "moved_outside",
    eventTitle: "Haircut",
    eventStart: "2026-12-01T12:00:00.000Z",
    eventEnd: "2026-12-01T13:00:00.000Z",
    reason: "SLOT_TAKEN",
    resolution: null,
    resolvedAt: null,
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    detected: { description: "A booking and a connected calendar differ, and a decision is needed." },
    resolved: {
      description: "A calendar conflict was decided, or disappeared.",
      example: { resolution: "keep_booking", resolvedAt: "2026-11-23T10:00:00.000Z" },
    },
  },
};

export const calendarSubscriptionEvents: EventFamily = {
  name: "calendar_subscription",
  object: graphObject("CalendarSubscription"),
  example: {
    id: "cas_01m853c1v5mq8zhj33f9m7ax3a",
    providerId: "prv_01m853a90gvgzdk6pgjnzchvnz",
    source: "private",
    host: "calendar.example",
    refreshMinutes: 5,
    status: "active",
    errorCode: null,
    errorStatus: null,
    failures: 0,
    blockCount: 12,
    unreadCount: 0,
    conflictingBookingIds: [],
    lastReadAt: "2026-11-23T09:30:00.000Z",
    nextReadAt: "2026-11-23T09:34:00.000Z",
    createdAt: "2026-11-23T09:00:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    failed: {
      description: "A calendar at a URL cannot be read any more. The time that it blocks stays blocked.",
      example: { status: "failing", errorCode: "not_found", errorStatus: 404, failures: 1 },
    },
    recovered: { description: "A calendar at a URL can be read again." },
  },
};
