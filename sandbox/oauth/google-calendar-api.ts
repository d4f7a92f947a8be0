import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  calendarZone,
  isInside,
  notificationOf,
  type CalendarWorld,
  type Conference,
  type StoredEvent,
} from "./calendar-world.ts";
import { googleError, googleReason, type ConnectedApi, type TokenHolder } from "./connected-api.ts";

const scope = "https://www.googleapis.com/auth/calendar";
const service = "google";
/** Pages are small, so that a short calendar has several. */
const pageSize = 40;
const longestChannelMs = 7 * 86_400_000;

type Body = Record<string, unknown>;
type Work = () => { status: number; body?: object };

/**
 * Calendars in the protocol of the Google Calendar API v3: lists with sync tokens, events with ETags and IDs of the client's
 * choice, and channels that announce changes.
 */
// One entry for each request of the protocol.
// oxlint-disable-next-line max-lines-per-function
export function addGoogleCalendarApi(app: FastifyInstance, api: ConnectedApi, world: CalendarWorld): void {
  const route = (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    url: string,
    work: (holder: TokenHolder, request: FastifyRequest, reply: FastifyReply) => Work | number,
  ) =>
    app.route({
      method,
      url: `/apis/google/calendar/v3${url}`,
      handler: async (request, reply) => {
        const holder = await api.holderOf(service, request);
        if (!holder) return googleError(reply, 401, "authError");
        if (!holder.scopes.includes(scope)) return googleError(reply, 403, "insufficientPermissions");
        const wanted = work(holder, request, reply);
        if (typeof wanted === "number") return googleError(reply, wanted, reasons[wanted] ?? "badRequest");
        return api.finish(reply, wanted, (status) => googleError(reply, status, googleReason(status)));
      },
    });
  const calendarOf = ({ account }: TokenHolder, request: FastifyRequest) =>
    world.find(service, account, (request.params as { calendarId: string }).calendarId);
  const eventOf = (holder: TokenHolder, request: FastifyRequest) =>
    calendarOf(holder, request)?.events.get((request.params as { eventId: string }).eventId);

  /** Without `conferenceDataVersion=1` the service ignores video calls of the body. */
  const meetOf = (request: FastifyRequest, known?: Conference) => {
    const { conferenceDataVersion } = request.query as Record<string, string | undefined>;
    const { conferenceData } = request.body as {
      conferenceData?: { createRequest?: { requestId?: string; conferenceSolutionKey?: { type?: string } } };
    };
    const { requestId, conferenceSolutionKey } = conferenceData?.createRequest ?? {};
    const isAsked = conferenceDataVersion === "1" && conferenceSolutionKey?.type === "hangoutsMeet";
    return isAsked && requestId ? world.conferenceFor(requestId, "meet.google.com", known) : {};
  };

  route("GET", "/users/me/calendarList", ({ account }) => () => {
    const calendars = [...world.calendarsOf(service, account).values()];
    const items = calendars.map(({ id, name }, index) => ({
      kind: "calendar#calendarListEntry",
      id,
      summary: name,
      timeZone: calendarZone,
      accessRole: "owner",
      ...(index === 0 ? { primary: true } : {}),
    }));
    return { status: 200, body: { kind: "calendar#calendarList", items } };
  });

  route("GET", "/calendars/:calendarId/events", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const query = request.query as Record<string, string | undefined>;
    const { syncToken, pageToken, timeMin, timeMax } = query;
    if (syncToken !== undefined && (timeMin !== undefined || timeMax !== undefined)) return 400;
    const since = syncToken === undefined ? null : Number(syncToken.slice(1));
    if (since !== null && since < calendar.oldestToken) return 410;
    // Pages are of one moment: what changes meanwhile has the next token.
    const [first = 0, moment = world.changes] = pageToken?.split(".").map(Number) ?? [];
    const found = [...calendar.events.values()]
      .filter(({ change }) => change <= moment)
      .filter((event) =>
        since === null
          ? !event.isDeleted && isInside(event, timeMin ?? "1970-01-01", timeMax ?? "9999-12-31")
          : event.change > since,
      );
    const next = first + pageSize;
    const isLast = next >= found.length;
    return () => ({
      status: 200,
      body: {
        kind: "calendar#events",
        timeZone: calendarZone,
        items: found.slice(first, next).map(toGoogle),
        ...(isLast ? { nextSyncToken: `s${moment}` } : { nextPageToken: `${next}.${moment}` }),
      },
    });
  });

  route("GET", "/calendars/:calendarId/events/:eventId", (holder, request) => {
    const event = eventOf(holder, request);
    return event ? () => ({ status: 200, body: toGoogle(event) }) : 404;
  });

  route("POST", "/calendars/:calendarId/events", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const body = request.body as Body;
    const id = typeof body["id"] === "string" ? body["id"] : undefined;
    if (id !== undefined && !/^[a-v0-9]{5,1024}$/.test(id)) return 400;
    if (id !== undefined && calendar.events.has(id)) return 409;
    const place = { service, account: holder.account, calendarId: calendar.id } as const;
    const fields = { ...fieldsOf(body), ...(id === undefined ? {} : { id }), ...meetOf(request) };
    return () => ({ status: 200, body: toGoogle(world.write(place, fields)) });
  });

  for (const method of ["PATCH", "DELETE"] as const)
    route(method, "/calendars/:calendarId/events/:eventId", (holder, request) => {
      const calendar = calendarOf(holder, request);
      const event = eventOf(holder, request);
      if (!calendar || !event) return 404;
      if (event.isDeleted) return 410;
      const etag = request.headers["if-match"];
      if (etag !== undefined && etag !== etagOf(event)) return 412;
      const place = { service, account: holder.account, calendarId: calendar.id } as const;
      const { id } = event;
      if (method === "PATCH") {
        const fields = { ...fieldsOf(request.body as Body), ...meetOf(request, event.conference) };
        return () => ({ status: 200, body: toGoogle(world.write(place, { ...fields, id })) });
      }
      return () => {
        world.write(place, { id, isDeleted: true });
        return { status: 204 };
      };
    });

  route("POST", "/calendars/:calendarId/events/watch", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const body = request.body as {
      id: string;
      token: string;
      type: string;
      address: string;
      expiration?: string;
    };
    if (body.type !== "web_hook" || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(body.id)) return 400;
    if (world.channels.some(({ id }) => id === body.id)) return 400;
    const now = world.now().getTime();
    const expiresAt = Math.min(Number(body.expiration ?? now + longestChannelMs), now + longestChannelMs);
    return () => {
      const channel = {
        service: "google" as const,
        account: holder.account,
        calendarId: calendar.id,
        id: body.id,
        resourceId: `resource-${calendar.id}`,
        token: body.token,
        url: body.address,
        expiresAt,
        messages: 0,
      };
      world.channels.push(channel);
      void world.send(notificationOf(channel, null)).catch(() => null);
      const { id, resourceId, token } = channel;
      const expiration = String(expiresAt);
      return { status: 200, body: { kind: "api#channel", id, resourceId, token, expiration } };
    };
  });

  route("POST", "/channels/stop", (_holder, request) => {
    const { id, resourceId } = request.body as Body;
    const place = world.channels.findIndex((one) => one.id === id && one.resourceId === resourceId);
    if (place < 0) return 404;
    return () => {
      world.channels.splice(place, 1);
      return { status: 204 };
    };
  });
}

const reasons: Record<number, string> = {
  404: "notFound",
  409: "duplicate",
  410: "fullSyncRequired",
  412: "conditionNotMet",
};

const etagOf = ({ change }: StoredEvent) => `"${change}"`;

function fieldsOf(body: Body) {
  const { start, end, summary, transparency, extendedProperties } = body as {
    start?: { dateTime?: string; date?: string };
    end?: { dateTime?: string; date?: string };
    summary?: string;
    transparency?: string;
    extendedProperties?: { private?: Record<string, string> };
  };
  const key = extendedProperties?.private?.["hubBookingKey"];
  return {
    ...(start === undefined
      ? {}
      : { start: start.dateTime ?? start.date ?? "", isAllDay: start.date !== undefined }),
    ...(end === undefined ? {} : { end: end.dateTime ?? end.date ?? "" }),
    ...(summary === undefined ? {} : { title: summary }),
    ...(transparency === undefined ? {} : { isBusy: transparency !== "transparent" }),
    ...(key === undefined ? {} : { key }),
  };
}

function toGoogle(event: StoredEvent): object {
  const { id, isAllDay, start, end, title, isBusy, isDeleted, key, updatedAt } = event;
  // Of a deleted event only the ID is promised.
  if (isDeleted)
    return { kind: "calendar#event", id, etag: etagOf(event), status: "cancelled", updated: updatedAt };
  const time = (value: string) => (isAllDay ? { date: value } : { dateTime: value, timeZone: calendarZone });
  return {
    kind: "calendar#event",
    id,
    etag: etagOf(event),
    status: "confirmed",
    updated: updatedAt,
    summary: title,
    ...(isBusy ? {} : { transparency: "transparent" }),
    start: time(start),
    end: time(end),
    ...(key === null ? {} : { extendedProperties: { private: { hubBookingKey: key } } }),
    ...(event.conference === undefined ? {} : conferenceOf(event.conference)),
  };
}

function conferenceOf({ requestId, state: statusCode, url }: Conference): object {
  const key = { type: "hangoutsMeet" };
  const createRequest = { requestId, conferenceSolutionKey: key, status: { statusCode } };
  if (statusCode !== "success") return { conferenceData: { createRequest } };
  const entryPoints = [
    { entryPointType: "more", uri: `https://tel.meet/${requestId}` },
    { entryPointType: "video", uri: url, label: url.slice("https://".length) },
  ];
  return { hangoutLink: url, conferenceData: { createRequest, entryPoints, conferenceSolution: { key } } };
}
