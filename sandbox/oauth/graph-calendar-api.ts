import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isInside, type CalendarWorld, type Conference, type StoredEvent } from "./calendar-world.ts";
import { graphCode, graphError, type ConnectedApi, type TokenHolder } from "./connected-api.ts";

const scope = "Calendars.ReadWrite";
const service = "microsoft";
/** Pages are small, so that a short calendar has several. */
const pageSize = 40;
const longestSubscriptionMs = 4_230 * 60_000;

type Body = Record<string, unknown>;
type Work = () => { status: number; body?: object };

/**
 * Calendars in the protocol of Microsoft Graph v1.0: `calendarView/delta`, events with ETags and `transactionId`, and subscriptions
 * that are validated when they begin.
 */
// One entry for each request of the protocol.
// oxlint-disable-next-line max-lines-per-function
export function addGraphCalendarApi(
  app: FastifyInstance,
  api: ConnectedApi,
  world: CalendarWorld,
  url: () => string,
): void {
  const base = "/apis/microsoft/v1.0";
  const route = (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    work: (
      holder: TokenHolder,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Work | number | Promise<Work | number>,
  ) =>
    app.route({
      method,
      url: `${base}${path}`,
      handler: async (request, reply) => {
        const holder = await api.holderOf(service, request);
        if (!holder) return graphError(reply, 401, "InvalidAuthenticationToken");
        if (!holder.scopes.includes(scope)) return graphError(reply, 403, "ErrorAccessDenied");
        const wanted = await work(holder, request, reply);
        if (typeof wanted === "number") return graphError(reply, wanted, codes[wanted] ?? "badRequest");
        return api.finish(reply, wanted, (status) => graphError(reply, status, graphCode(status)));
      },
    });
  const calendarOf = ({ account }: TokenHolder, request: FastifyRequest) =>
    world.find(service, account, (request.params as { calendarId: string }).calendarId);

  const teamsOf = (body: Body, requestId: string | null, known?: Conference) =>
    body["isOnlineMeeting"] === true && body["onlineMeetingProvider"] === "teamsForBusiness"
      ? world.conferenceFor(known?.requestId ?? requestId ?? randomUUID(), "teams.microsoft.com", known)
      : {};

  route("GET", "/me/calendars", ({ account }) => () => {
    const value = [...world.calendarsOf(service, account).values()].map(({ id, name }, index) => ({
      id,
      name,
      isDefaultCalendar: index === 0,
      canEdit: true,
    }));
    return { status: 200, body: { value } };
  });

  route("GET", "/me/calendars/:calendarId/calendarView/delta", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const query = request.query as Record<string, string | undefined>;
    const token = query["$deltatoken"] ?? query["$skiptoken"];
    const state = token === undefined ? stateOf(query, world.changes) : readState(token);
    if (!state) return 400;
    if (state.since !== null && state.since < calendar.oldestToken) return 410;
    if (query["$deltatoken"] !== undefined) state.moment = world.changes;
    const { since, moment, first, from, until } = state;
    const found = [...calendar.events.values()]
      .filter(({ change }) => change <= moment)
      .filter((event) =>
        since === null ? !event.isDeleted && isInside(event, from, until) : event.change > since,
      );
    const last = first + pageSize;
    const isLast = last >= found.length;
    const following = isLast
      ? { since: moment, moment, first: 0, from, until }
      : { since, moment, first: last, from, until };
    const name = isLast ? "$deltatoken" : "$skiptoken";
    const path = `/me/calendars/${encodeURIComponent(calendar.id)}/calendarView/delta`;
    const link = `${url()}${base}${path}?${name}=${Buffer.from(JSON.stringify(following)).toString("base64url")}`;
    return () => ({
      status: 200,
      body: {
        value: found
          .slice(first, last)
          .map((event) =>
            event.isDeleted || !isInside(event, from, until)
              ? { id: event.id, "@removed": { reason: "deleted" } }
              : toGraph(event),
          ),
        [isLast ? "@odata.deltaLink" : "@odata.nextLink"]: link,
      },
    });
  });

  route("GET", "/me/calendars/:calendarId/events", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const filter = (request.query as Record<string, string | undefined>)["$filter"] ?? "";
    const key = /ep\/value eq '([^']*)'/.exec(filter)?.[1];
    const found = [...calendar.events.values()].filter((one) => !one.isDeleted && one.key === key);
    return () => ({ status: 200, body: { value: found.slice(0, 1).map(toGraph) } });
  });

  route("POST", "/me/calendars/:calendarId/events", (holder, request) => {
    const calendar = calendarOf(holder, request);
    if (!calendar) return 404;
    const body = request.body as Body;
    const key = typeof body["transactionId"] === "string" ? body["transactionId"] : null;
    const events = [...calendar.events.values()];
    if (key !== null && events.some((one) => one.key === key)) return 409;
    const place = { service, account: holder.account, calendarId: calendar.id } as const;
    return () => ({
      status: 201,
      body: toGraph(world.write(place, { ...fieldsOf(body), key, ...teamsOf(body, key) })),
    });
  });

  for (const method of ["GET", "PATCH", "DELETE"] as const)
    route(method, "/me/events/:eventId", (holder, request) => {
      const { eventId } = request.params as { eventId: string };
      const calendar = world.calendarOf(service, holder.account, eventId);
      const event = calendar?.events.get(eventId);
      if (!calendar || !event || event.isDeleted) return 404;
      const etag = request.headers["if-match"];
      if (etag !== undefined && etag !== etagOf(event)) return 412;
      if (method === "GET") return () => ({ status: 200, body: toGraph(event) });
      const place = { service, account: holder.account, calendarId: calendar.id } as const;
      const { id } = event;
      if (method === "PATCH") {
        const body = request.body as Body;
        const fields = { ...fieldsOf(body), ...teamsOf(body, id, event.conference) };
        return () => ({ status: 200, body: toGraph(world.write(place, { ...fields, id })) });
      }
      return () => {
        world.write(place, { id, isDeleted: true });
        return { status: 204 };
      };
    });

  route("POST", "/subscriptions", async (holder, request) => {
    const body = request.body as Record<string, string>;
    const calendarId = /^\/me\/calendars\/(.+)\/events$/.exec(body["resource"] ?? "")?.[1];
    const calendar = calendarId && world.find(service, holder.account, calendarId);
    const expiresAt = Date.parse(body["expirationDateTime"] ?? "");
    const now = world.now().getTime();
    if (!calendar || !(expiresAt > now && expiresAt <= now + longestSubscriptionMs)) return 400;
    const notificationUrl = body["notificationUrl"] ?? "";
    // The handshake: the receiver repeats the token as plain text.
    const token = `Validation: ${randomUUID()}`;
    const check = {
      url: `${notificationUrl}?validationToken=${encodeURIComponent(token)}`,
      headers: {},
      body: "",
    };
    const answer = await world.send(check).catch(() => null);
    if (answer?.status !== 200 || answer.text !== token) return 400;
    return () => {
      const id = randomUUID();
      world.channels.push({
        service,
        account: holder.account,
        calendarId: calendar.id,
        id,
        resourceId: "",
        token: body["clientState"] ?? "",
        url: notificationUrl,
        expiresAt,
        messages: 0,
      });
      return { status: 201, body: { id, expirationDateTime: new Date(expiresAt).toISOString() } };
    };
  });

  for (const method of ["PATCH", "DELETE"] as const)
    route(method, "/subscriptions/:id", (holder, request) => {
      const { id } = request.params as { id: string };
      const now = world.now().getTime();
      const place = world.channels.findIndex(
        (one) => one.id === id && one.account === holder.account && one.expiresAt > now,
      );
      if (place < 0) return 404;
      if (method === "DELETE")
        return () => {
          world.channels.splice(place, 1);
          return { status: 204 };
        };
      const expiresAt = Date.parse((request.body as Record<string, string>)["expirationDateTime"] ?? "");
      if (!(expiresAt > now && expiresAt <= now + longestSubscriptionMs)) return 400;
      return () => {
        world.channels[place]!.expiresAt = expiresAt;
        return { status: 200, body: { id, expirationDateTime: new Date(expiresAt).toISOString() } };
      };
    });
}

const codes: Record<number, string> = {
  404: "ErrorItemNotFound",
  409: "ErrorDuplicateTransactionId",
  410: "syncStateNotFound",
  412: "ErrorIrresolvableConflict",
};

const etagOf = ({ change }: StoredEvent) => `W/"${change}"`;

interface DeltaState {
  /** Null in a first round. */
  since: number | null;
  moment: number;
  first: number;
  from: string;
  until: string;
}

function stateOf(query: Record<string, string | undefined>, moment: number): DeltaState | null {
  const { startDateTime: from, endDateTime: until } = query;
  if (from === undefined || until === undefined) return null;
  return { since: null, moment, first: 0, from, until };
}

function readState(token: string): DeltaState | null {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString()) as DeltaState;
  } catch {
    return null;
  }
}

function fieldsOf(body: Body) {
  const { start, end, subject, showAs, isAllDay } = body as {
    start?: { dateTime: string };
    end?: { dateTime: string };
    subject?: string;
    showAs?: string;
    isAllDay?: boolean;
  };
  const time = (value: string) => (isAllDay ? value.slice(0, 10) : new Date(`${value}Z`).toISOString());
  return {
    ...(start === undefined ? {} : { start: time(start.dateTime), isAllDay: isAllDay === true }),
    ...(end === undefined ? {} : { end: time(end.dateTime) }),
    ...(subject === undefined ? {} : { title: subject }),
    ...(showAs === undefined ? {} : { isBusy: showAs !== "free" }),
  };
}

function toGraph(event: StoredEvent): object {
  const { id, isAllDay, start, end, title, isBusy, key, updatedAt } = event;
  const time = (value: string) => ({
    dateTime: isAllDay ? `${value}T00:00:00.0000000` : `${value.replace(/Z$/, "")}0000`,
    timeZone: "UTC",
  });
  return {
    "@odata.etag": etagOf(event),
    id,
    lastModifiedDateTime: updatedAt,
    subject: title,
    showAs: isBusy ? "busy" : "free",
    sensitivity: "normal",
    isAllDay,
    isCancelled: false,
    start: time(start),
    end: time(end),
    transactionId: key,
    isOnlineMeeting: event.conference !== undefined && event.conference.state !== "failure",
    onlineMeetingProvider: event.conference === undefined ? "unknown" : "teamsForBusiness",
    onlineMeeting: event.conference?.state === "success" ? { joinUrl: event.conference.url } : null,
  };
}
