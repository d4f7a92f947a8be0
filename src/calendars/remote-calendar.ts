import { z } from "zod";

/** A calendar of a connected account. */
export const remoteCalendarSchema = z.object({
  id: z.string().min(1).max(1_024),
  name: z.string().max(1_000),
  /** Zone of its all-day events; null: not known. */
  timezone: z.string().max(200).nullable(),
  isPrimary: z.boolean(),
  isWritable: z.boolean(),
});
export type RemoteCalendar = z.output<typeof remoteCalendarSchema>;

/** The video call of an event: its link, or why there is none. `pending`: the service is still making it. */
export const remoteVideoSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ready"), url: z.string().max(2_048) }),
  z.object({ status: z.enum(["pending", "failed"]) }),
]);
export type RemoteVideo = z.output<typeof remoteVideoSchema>;

/** An event, or one occurrence of a recurring one, as a calendar has it. */
export const remoteEventSchema = z.object({
  id: z.string().min(1).max(1_024),
  etag: z.string().max(1_000).nullable(),
  /** When it last changed; null where the service does not say. */
  updatedAt: z.string().max(40).nullable(),
  /** True: it was deleted or cancelled, or left the window. The times are then null. */
  isGone: z.boolean(),
  /** False: it takes no time (free, or declined). */
  isBusy: z.boolean(),
  /** Moments of an event with times. */
  startsAt: z.string().max(40).nullable(),
  endsAt: z.string().max(40).nullable(),
  /** First day and the day after the last one, of an all-day event. */
  startDate: z.string().max(10).nullable(),
  endDate: z.string().max(10).nullable(),
  title: z.string().max(1_000).nullable(),
  /** The mark that the platform put on an event of its own. */
  ownKey: z.string().max(200).nullable(),
  /** Its video call at the service; null: none. */
  video: remoteVideoSchema.nullable(),
});
export type RemoteEvent = z.output<typeof remoteEventSchema>;

/** A page of changes: `cursor` continues it (`isLast: false`), or reads later changes. */
export interface RemoteChanges {
  events: RemoteEvent[];
  cursor: string;
  isLast: boolean;
}

/** A channel on which a service announces changes. */
export interface RemoteChannel {
  /** What the service calls it. */
  id: string;
  resourceId: string | null;
  expiresAt: string;
}

/** An event of the platform, to be written. */
export interface OwnEvent {
  /** Mark of the event: writing it again finds the same event. */
  key: string;
  title: string;
  description: string;
  startsAt: string;
  endsAt: string;
  /** True: the service makes a video call for it, once per key. */
  wantsVideo: boolean;
}

/** Requests to a connected calendar, by name. */
export interface CalendarRequests {
  list_calendars: { argument: Record<string, never>; value: RemoteCalendar[] };
  list_changes: {
    argument: { calendarId: string; cursor: string | null; from: string; until: string };
    value: RemoteChanges;
  };
  read_event: { argument: { calendarId: string; eventId: string }; value: RemoteEvent };
  create_event: { argument: { calendarId: string; event: OwnEvent }; value: RemoteEvent };
  update_event: {
    argument: { calendarId: string; eventId: string; etag: string | null; event: OwnEvent };
    value: RemoteEvent;
  };
  delete_event: { argument: { calendarId: string; eventId: string; etag: string | null }; value: null };
  watch: {
    argument: {
      calendarId: string;
      channelId: string;
      token: string;
      url: string;
      until: string;
      previous: { id: string; resourceId: string | null } | null;
    };
    value: RemoteChannel;
  };
  unwatch: { argument: { id: string; resourceId: string | null }; value: null };
}
export type CalendarAction = keyof CalendarRequests;

/**
 * What was asked for, or why there is nothing:
 * - `not_found`: the calendar, event or channel does not exist, or no longer.
 * - `changed`: the event is not the one of the ETag.
 * - `cursor_expired`: everything must be read again, without a cursor.
 * - `missing_scope`: the grant does not include calendars.
 * - `refused`: the service refuses the request, or its answer is not of the protocol.
 * - `later`: no answer, an outage or a limit. A write may have been executed.
 * - `connection_lost`: the person must connect the account again.
 */
export type CalendarOutcome<Value> =
  | { kind: "found"; value: Value }
  | { kind: "not_found" | "changed" | "cursor_expired" | "missing_scope" | "refused" | "connection_lost" }
  | { kind: "later"; retryAfterMs: number | null };
