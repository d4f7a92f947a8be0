import { createHash } from "node:crypto";
import { z } from "zod";
import type { OwnEvent, RemoteEvent } from "../../../src/calendars/remote-calendar.ts";
import { callVendor, type VendorAnswer, type VendorCall } from "../../../src/http/vendor-api.ts";
import { googleReasons, isGoogleLimit, isGoogleScope } from "../oauth/google-errors.ts";
import { readCalendarAnswer, readDeletion, type CalendarTrouble } from "./calendar-answer.ts";
import type { CalendarAnswer, ConnectedCalendar } from "./connected-calendars.port.ts";

const timeSchema = z.object({
  dateTime: z.iso.datetime({ offset: true }).optional(),
  date: z.iso.date().optional(),
});
const eventSchema = z.object({
  id: z.string().min(1).max(1_024),
  etag: z.string().max(1_000).optional(),
  status: z.string().max(40).optional(),
  updated: z.iso.datetime({ offset: true }).optional(),
  summary: z.string().optional(),
  transparency: z.string().max(40).optional(),
  visibility: z.string().max(40).optional(),
  start: timeSchema.optional(),
  end: timeSchema.optional(),
  attendees: z
    .array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() }))
    .optional(),
  conferenceData: z
    .object({
      createRequest: z.object({ status: z.object({ statusCode: z.string().max(40) }).optional() }).optional(),
      entryPoints: z
        .array(z.object({ entryPointType: z.string().max(40), uri: z.string().max(2_048).optional() }))
        .optional(),
    })
    .optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
});
const pageSchema = z.object({
  items: z.array(eventSchema).default([]),
  nextPageToken: z.string().max(4_096).optional(),
  nextSyncToken: z.string().max(4_096).optional(),
});
const calendarsSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(""),
        summaryOverride: z.string().optional(),
        timeZone: z.string().optional(),
        primary: z.boolean().default(false),
        accessRole: z.string().optional(),
      }),
    )
    .default([]),
});
const channelSchema = z.object({
  id: z.string().max(200),
  resourceId: z.string().max(1_000),
  expiration: z.coerce.string().regex(/^\d{1,16}$/),
});

/** Property of the platform's own events. */
const keyProperty = "hubBookingKey";
const maxBytes = 16 * 1_048_576;

/**
 * Google Calendar API v3: `events.list` with sync tokens and expanded series, `events.insert` with IDs of the platform's choice,
 * `patch` and `delete` with `If-Match`, Google Meet by `conferenceData.createRequest`, `events.watch` and `channels.stop`.
 */
// One entry for each request of the protocol.
// oxlint-disable-next-line max-lines-per-function
export function createGoogleCalendar({ baseUrl }: { baseUrl: string }): ConnectedCalendar {
  const send = (call: Omit<VendorCall, "baseUrl" | "path">, path: string) =>
    callVendor({ baseUrl, maxBytes, ...call, path: `/calendar/v3${path}` });
  const read = (accessToken: string, path: string) => send({ accessToken, method: "GET" }, path);
  const eventPath = (calendarId: string, eventId: string) =>
    `/calendars/${encodeURIComponent(calendarId)}/events/${encodeURIComponent(eventId)}`;
  const readEvent = async (accessToken: string, calendarId: string, eventId: string) => {
    const answer = await read(accessToken, eventPath(calendarId, eventId));
    return readCalendarAnswer(troubleOf, answer, eventSchema, remoteEvent);
  };
  return {
    scopes: ["https://www.googleapis.com/auth/calendar", "https://www.googleapis.com/auth/calendar.events"],
    async list_calendars({ accessToken }) {
      const answer = await read(accessToken, "/users/me/calendarList?maxResults=250");
      return readCalendarAnswer(troubleOf, answer, calendarsSchema, ({ items }) =>
        items.map(({ id, summary, summaryOverride, timeZone, primary, accessRole }) => ({
          id,
          name: summaryOverride ?? summary,
          timezone: timeZone ?? null,
          isPrimary: primary,
          isWritable: accessRole === "owner" || accessRole === "writer",
        })),
      );
    },
    async list_changes({ accessToken, calendarId, cursor, from, until }) {
      const given = cursor === null ? { timeMin: from, timeMax: until } : JSON.parse(cursor);
      const query = new URLSearchParams({ singleEvents: "true", maxResults: "2500", ...given });
      const path = `/calendars/${encodeURIComponent(calendarId)}/events?${query.toString()}`;
      const answer = await read(accessToken, path);
      // A page token needs the parameters of its first page.
      const { pageToken: _, ...first } = given;
      return readCalendarAnswer(troubleOf, answer, pageSchema, ({ items, nextPageToken, nextSyncToken }) => ({
        events: items.map(remoteEvent),
        cursor: JSON.stringify(
          nextPageToken === undefined
            ? { syncToken: z.string().parse(nextSyncToken) }
            : { ...first, pageToken: nextPageToken },
        ),
        isLast: nextPageToken === undefined,
      }));
    },
    read_event: ({ accessToken, calendarId, eventId }) => readEvent(accessToken, calendarId, eventId),
    async create_event({ accessToken, calendarId, event }) {
      const id = idOf(event.key);
      const content = jsonOf({ id, ...googleEvent(event) });
      const path = `/calendars/${encodeURIComponent(calendarId)}/events?sendUpdates=none&conferenceDataVersion=1`;
      const answer = await send({ accessToken, method: "POST", content }, path);
      // Our own earlier request was executed: the ID is of this event alone.
      if (answer.kind === "reply" && answer.status === 409) return readEvent(accessToken, calendarId, id);
      return readCalendarAnswer(troubleOf, answer, eventSchema, remoteEvent);
    },
    async update_event({ accessToken, calendarId, eventId, etag, event }) {
      const headers: Record<string, string> = etag === null ? {} : { "if-match": etag };
      const content = jsonOf(googleEvent(event));
      const path = `${eventPath(calendarId, eventId)}?sendUpdates=none&conferenceDataVersion=1`;
      const answer = await send({ accessToken, method: "PATCH", content, headers }, path);
      return readCalendarAnswer(goneOf, answer, eventSchema, remoteEvent);
    },
    async delete_event({ accessToken, calendarId, eventId, etag }) {
      const headers: Record<string, string> = etag === null ? {} : { "if-match": etag };
      const path = `${eventPath(calendarId, eventId)}?sendUpdates=none`;
      return readDeletion(goneOf, await send({ accessToken, method: "DELETE", headers }, path));
    },
    async watch({ accessToken, calendarId, channelId, token, url, until, previous }) {
      const content = jsonOf({
        id: channelId,
        type: "web_hook",
        address: url,
        token,
        expiration: String(Date.parse(until)),
      });
      const path = `/calendars/${encodeURIComponent(calendarId)}/events/watch`;
      const answer = await send({ accessToken, method: "POST", content }, path);
      const watched = readCalendarAnswer(troubleOf, answer, channelSchema, (channel) => ({
        id: channel.id,
        resourceId: channel.resourceId,
        expiresAt: new Date(Number(channel.expiration)).toISOString(),
      }));
      // Channels cannot be renewed: the new one replaces the old one.
      if (watched.kind === "found" && previous !== null)
        await send({ accessToken, method: "POST", content: jsonOf(previous) }, "/channels/stop");
      return watched;
    },
    async unwatch({ accessToken, id, resourceId }) {
      const content = jsonOf({ id, resourceId });
      return readDeletion(goneOf, await send({ accessToken, method: "POST", content }, "/channels/stop"));
    },
  };
}

const jsonOf = (value: object) => ({ type: "application/json", body: JSON.stringify(value) });

/** An event ID of the platform's choice: lower-case hexadecimal is within base32hex. */
function idOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function googleEvent({ key, title, description, startsAt, endsAt, wantsVideo }: OwnEvent): object {
  // The same request again makes no second call.
  const createRequest = { requestId: idOf(key), conferenceSolutionKey: { type: "hangoutsMeet" } };
  return {
    summary: title,
    description,
    start: { dateTime: startsAt },
    end: { dateTime: endsAt },
    extendedProperties: { private: { [keyProperty]: key } },
    ...(wantsVideo ? { conferenceData: { createRequest } } : {}),
  };
}

function videoOf({ conferenceData }: z.output<typeof eventSchema>): RemoteEvent["video"] {
  if (conferenceData === undefined) return null;
  const { entryPoints = [], createRequest } = conferenceData;
  const url = entryPoints.find(({ entryPointType }) => entryPointType === "video")?.uri;
  if (url?.startsWith("https://")) return { status: "ready", url };
  return { status: createRequest?.status?.statusCode === "pending" ? "pending" : "failed" };
}

function remoteEvent(event: z.output<typeof eventSchema>): RemoteEvent {
  const { id, etag = null, updated: updatedAt = null, start = {}, end = {} } = event;
  const isGone = event.status === "cancelled";
  const hasDeclined = event.attendees?.some((one) => one.self && one.responseStatus === "declined") ?? false;
  const isPrivate = event.visibility === "private" || event.visibility === "confidential";
  const momentOf = (time: string | undefined) =>
    isGone || time === undefined ? null : new Date(time).toISOString();
  return {
    id,
    etag,
    updatedAt,
    isGone,
    isBusy: event.transparency !== "transparent" && !hasDeclined,
    startsAt: momentOf(start.dateTime),
    endsAt: momentOf(end.dateTime),
    startDate: isGone ? null : (start.date ?? null),
    endDate: isGone ? null : (end.date ?? null),
    title: isPrivate ? null : (event.summary?.slice(0, 300) ?? null),
    ownKey: event.extendedProperties?.private?.[keyProperty]?.slice(0, 200) ?? null,
    video: isGone ? null : videoOf(event),
  };
}

/** Errors of requests about one event, whose 410 says that it was deleted. */
const goneOf: CalendarTrouble = (answer) =>
  answer.kind === "reply" && answer.status === 410 ? { kind: "not_found" } : troubleOf(answer);

/** Null for a success. */
function troubleOf(answer: VendorAnswer): Exclude<CalendarAnswer<never>, { kind: "found" }> | null {
  if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
  const { status, retryAfterMs } = answer;
  if (status === 200 || status === 204) return null;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 404) return { kind: "not_found" };
  if (status === 410) return { kind: "cursor_expired" };
  if (status === 412) return { kind: "changed" };
  const reasons = status === 403 ? googleReasons(answer.text) : [];
  if (isGoogleScope(reasons)) return { kind: "missing_scope" };
  if (status === 429 || status >= 500 || isGoogleLimit(reasons)) return { kind: "later", retryAfterMs };
  return { kind: "refused" };
}
