import { z } from "zod";
import type { OwnEvent, RemoteChannel, RemoteEvent } from "../../../src/calendars/remote-calendar.ts";
import { callVendor, type VendorAnswer, type VendorCall } from "../../../src/http/vendor-api.ts";
import { readCalendarAnswer, readDeletion } from "./calendar-answer.ts";
import type { CalendarAnswer, ConnectedCalendar } from "./connected-calendars.port.ts";

/** In UTC, as every request asks for, with up to seven decimals and no offset. */
const timeSchema = z.object({ dateTime: z.string().max(40), timeZone: z.string().max(100) });
const eventSchema = z.object({
  id: z.string().min(1).max(1_024),
  "@removed": z.object({}).optional(),
  "@odata.etag": z.string().max(1_000).optional(),
  lastModifiedDateTime: z.string().max(40).optional(),
  subject: z.string().nullish(),
  showAs: z.string().max(40).nullish(),
  sensitivity: z.string().max(40).nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  start: timeSchema.nullish(),
  end: timeSchema.nullish(),
  transactionId: z.string().nullish(),
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().max(2_048).nullish() }).nullish(),
});
const pageSchema = z.object({
  value: z.array(eventSchema).default([]),
  "@odata.nextLink": z.string().max(8_192).optional(),
  "@odata.deltaLink": z.string().max(8_192).optional(),
});
const calendarsSchema = z.object({
  value: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().nullish(),
        isDefaultCalendar: z.boolean().nullish(),
        canEdit: z.boolean().nullish(),
      }),
    )
    .default([]),
});
const subscriptionSchema = z.object({ id: z.string().max(200), expirationDateTime: z.string().max(40) });

/** Extended property of the platform's own events; `transactionId` marks them as well, and delta queries contain that one. */
const keyProperty = "String {6f1a8e0c-3b52-4d5e-9a77-2f3c1b0d9e41} Name HubBookingKey";
/** IDs stay when an event is moved to another folder; times are in UTC. */
const prefer = 'IdType="ImmutableId", outlook.timezone="UTC"';
const maxBytes = 16 * 1_048_576;

/**
 * Microsoft Graph v1.0: `calendarView/delta` of one calendar, events with `transactionId` and `If-Match`, subscriptions with
 * `clientState`. Teams meetings are a property of their event.
 */
// One entry for each request of the protocol.
// oxlint-disable-next-line max-lines-per-function
export function createMicrosoftCalendar({ baseUrl }: { baseUrl: string }): ConnectedCalendar {
  const send = (call: Omit<VendorCall, "baseUrl">) =>
    callVendor({ baseUrl, maxBytes, ...call, headers: { prefer, ...call.headers } });
  const read = (accessToken: string, path: string) => send({ accessToken, method: "GET", path });
  const calendarPath = (calendarId: string) => `/v1.0/me/calendars/${encodeURIComponent(calendarId)}`;
  const eventPath = (eventId: string) => `/v1.0/me/events/${encodeURIComponent(eventId)}`;
  const findOwn = async (accessToken: string, calendarId: string, key: string) => {
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${keyProperty}' and ep/value eq '${key}')`;
    const path = `${calendarPath(calendarId)}/events?$filter=${encodeURIComponent(filter)}&$top=1`;
    const found = readCalendarAnswer(troubleOf, await read(accessToken, path), pageSchema, ({ value }) =>
      value.map(remoteEvent),
    );
    if (found.kind !== "found") return found;
    const [event] = found.value;
    return event ? { kind: "found" as const, value: event } : { kind: "not_found" as const };
  };
  return {
    scopes: ["Calendars.ReadWrite"],
    async list_calendars({ accessToken }) {
      const answer = await read(accessToken, "/v1.0/me/calendars?$top=200");
      return readCalendarAnswer(troubleOf, answer, calendarsSchema, ({ value }) =>
        value.map(({ id, name, isDefaultCalendar, canEdit }) => ({
          id,
          name: name ?? "",
          timezone: null,
          isPrimary: isDefaultCalendar ?? false,
          isWritable: canEdit ?? false,
        })),
      );
    },
    async list_changes({ accessToken, calendarId, cursor, from, until }) {
      const window = new URLSearchParams({ startDateTime: from, endDateTime: until });
      const path = cursor ?? `${calendarPath(calendarId)}/calendarView/delta?${window.toString()}`;
      const headers = { prefer: `${prefer}, odata.maxpagesize=500` };
      const answer = await send({ accessToken, method: "GET", path, headers });
      return readCalendarAnswer(troubleOf, answer, pageSchema, (page) => {
        const link = page["@odata.nextLink"] ?? page["@odata.deltaLink"];
        return {
          events: page.value.map(remoteEvent),
          cursor: pathOf(z.string().parse(link), baseUrl),
          isLast: page["@odata.nextLink"] === undefined,
        };
      });
    },
    async read_event({ accessToken, eventId }) {
      const answer = await read(accessToken, eventPath(eventId));
      return readCalendarAnswer(troubleOf, answer, eventSchema, remoteEvent);
    },
    async create_event({ accessToken, calendarId, event }) {
      const content = jsonOf({
        ...graphEvent(event),
        transactionId: event.key,
        singleValueExtendedProperties: [{ id: keyProperty, value: event.key }],
      });
      const path = `${calendarPath(calendarId)}/events`;
      const answer = await send({ accessToken, method: "POST", path, content });
      // Our own earlier request was executed.
      if (answer.kind === "reply" && answer.status === 409) {
        const own = await findOwn(accessToken, calendarId, event.key);
        // Its event was deleted since.
        return own.kind === "not_found" ? { kind: "changed" } : own;
      }
      return readCalendarAnswer(troubleOf, answer, eventSchema, remoteEvent);
    },
    async update_event({ accessToken, eventId, etag, event }) {
      const path = eventPath(eventId);
      const headers: Record<string, string> = etag === null ? {} : { "if-match": etag };
      const content = jsonOf(graphEvent(event));
      const answer = await send({ accessToken, method: "PATCH", path, content, headers });
      return readCalendarAnswer(troubleOf, answer, eventSchema, remoteEvent);
    },
    async delete_event({ accessToken, eventId, etag }) {
      const path = eventPath(eventId);
      const headers: Record<string, string> = etag === null ? {} : { "if-match": etag };
      return readDeletion(troubleOf, await send({ accessToken, method: "DELETE", path, headers }));
    },
    async watch({ accessToken, calendarId, token, url, until, previous }) {
      if (previous !== null) {
        const path = `/v1.0/subscriptions/${encodeURIComponent(previous.id)}`;
        const content = jsonOf({ expirationDateTime: until });
        const answer = await send({ accessToken, method: "PATCH", path, content });
        const renewed = readCalendarAnswer(troubleOf, answer, subscriptionSchema, channelOf);
        if (renewed.kind !== "not_found") return renewed;
      }
      const content = jsonOf({
        changeType: "created,updated,deleted",
        notificationUrl: url,
        resource: `/me/calendars/${calendarId}/events`,
        expirationDateTime: until,
        clientState: token,
      });
      const answer = await send({ accessToken, method: "POST", path: "/v1.0/subscriptions", content });
      return readCalendarAnswer(troubleOf, answer, subscriptionSchema, channelOf);
    },
    async unwatch({ accessToken, id }) {
      const path = `/v1.0/subscriptions/${encodeURIComponent(id)}`;
      return readDeletion(troubleOf, await send({ accessToken, method: "DELETE", path }));
    },
  };
}

function channelOf({ id, expirationDateTime }: z.output<typeof subscriptionSchema>): RemoteChannel {
  return { id, resourceId: null, expiresAt: new Date(expirationDateTime).toISOString() };
}

const jsonOf = (value: object) => ({ type: "application/json", body: JSON.stringify(value) });

function graphEvent({ title, description, startsAt, endsAt, wantsVideo }: OwnEvent): object {
  return {
    subject: title,
    body: { contentType: "text", content: description },
    start: { dateTime: startsAt.replace(/Z$/, ""), timeZone: "UTC" },
    end: { dateTime: endsAt.replace(/Z$/, ""), timeZone: "UTC" },
    showAs: "busy",
    ...(wantsVideo ? { isOnlineMeeting: true, onlineMeetingProvider: "teamsForBusiness" } : {}),
  };
}

/** A service that makes no Teams meetings says that the event is none. */
function videoOf({ isOnlineMeeting, onlineMeeting }: z.output<typeof eventSchema>): RemoteEvent["video"] {
  const url = onlineMeeting?.joinUrl;
  if (url?.startsWith("https://")) return { status: "ready", url };
  return isOnlineMeeting === true ? { status: "pending" } : null;
}

function remoteEvent(event: z.output<typeof eventSchema>): RemoteEvent {
  const { id, isAllDay, sensitivity } = event;
  const isGone = event["@removed"] !== undefined || event.isCancelled === true;
  const start = isGone ? undefined : event.start?.dateTime;
  const end = isGone ? undefined : event.end?.dateTime;
  const isPrivate = sensitivity === "private" || sensitivity === "confidential";
  const dayOf = (time: string | undefined) => (isAllDay ? (time?.slice(0, 10) ?? null) : null);
  const momentOf = (time: string | undefined) =>
    isAllDay || time === undefined ? null : new Date(`${time.slice(0, 23)}Z`).toISOString();
  return {
    id,
    etag: event["@odata.etag"] ?? null,
    updatedAt: event.lastModifiedDateTime ?? null,
    isGone,
    isBusy: event.showAs !== "free" && event.responseStatus?.response !== "declined",
    startsAt: momentOf(start),
    endsAt: momentOf(end),
    startDate: dayOf(start),
    endDate: dayOf(end),
    title: isPrivate ? null : (event.subject?.slice(0, 300) ?? null),
    ownKey: event.transactionId?.slice(0, 200) ?? null,
    video: isGone ? null : videoOf(event),
  };
}

/** The path of a link to the same API, whatever host it names: the token goes to the configured address alone. */
function pathOf(link: string, baseUrl: string): string {
  const { pathname, search } = new URL(link);
  const base = new URL(baseUrl).pathname.replace(/\/$/, "");
  return `${pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname}${search}`;
}

const scopeCodes = new Set(["ErrorAccessDenied", "accessDenied"]);
const errorSchema = z.object({ error: z.object({ code: z.string() }) });

function codeOf(text: string): string {
  try {
    return errorSchema.parse(JSON.parse(text)).error.code;
  } catch {
    return "";
  }
}

/** Null for a success. */
function troubleOf(answer: VendorAnswer): Exclude<CalendarAnswer<never>, { kind: "found" }> | null {
  if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 404) return { kind: "not_found" };
  // `syncStateNotFound` and `resyncRequired`.
  if (status === 410) return { kind: "cursor_expired" };
  if (status === 412) return { kind: "changed" };
  if (status === 403 && scopeCodes.has(codeOf(answer.text))) return { kind: "missing_scope" };
  if (status === 429 || status >= 500) return { kind: "later", retryAfterMs };
  return { kind: "refused" };
}
