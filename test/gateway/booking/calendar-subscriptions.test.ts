import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { copyContext } from "../../../src/context.ts";
import {
  findDueSubscriptions,
  refreshSubscription,
} from "../../../subgraphs/gateway/booking/calendar-subscriptions/refresh-subscription.service.ts";
import { createHttpCalendarFiles } from "../../../subgraphs/gateway/booking/calendar-subscriptions/http-calendar-files.adapter.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { openDesk } from "./booking-desk.ts";

const minuteMs = 60_000;
const begin = Date.parse("2026-01-05T06:00:00.000Z");

let now = begin;
let server: Server;
let url: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const asked: IncomingMessage["headers"][] = [];
let app: GatewayApp;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    respond(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/cal.ics`;
  const calendarFiles = createHttpCalendarFiles({ allowHosts: ["127.0.0.1"], timeoutMs: 500 });
  app = await createGatewayApp({ calendarFiles });
});
afterAll(async () => {
  await app?.close();
  server?.closeAllConnections();
  server?.close();
});
beforeEach(() => {
  now = begin;
  asked.length = 0;
});

const calendar = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
const event = (uid: string, start: string) =>
  ["BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:Busy", `DTSTART:${start}`, "DURATION:PT1H", "END:VEVENT"].join(
    "\r\n",
  );
const answer =
  (status: number, body = "", headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

const importing = `mutation ($input: ImportBusyCalendarInput!) { importBusyCalendar(input: $input) {
  subscriptionId blockCount source conflictingBookingIds } }`;
const listing = `{ calendarSubscriptions { subscriptions { id host source status errorCode errorStatus failures blockCount
  lastReadAt nextReadAt conflictingBookingIds } } }`;
const removing = `mutation ($input: RemoveCalendarSubscriptionInput!) { removeCalendarSubscription(input: $input) {
  removed freedCount } }`;

async function openSubscriber() {
  const desk = openDesk(app);
  const { id: providerId } = await desk.act("createProvider", { name: "Ben", timezone: "Europe/London" });
  const call = () => ({ appId: "event-manager", ownerId: desk.ownerId, at: new Date(now) });
  const ask = async (query: string, input?: object) =>
    app.run(query, input === undefined ? {} : { input }, call());
  const subscribe = (input: object = {}) => ask(importing, { providerId, icsUrl: url, ...input });
  const list = async () =>
    (await ask(listing)).data!["calendarSubscriptions"] as unknown as {
      subscriptions: Record<string, unknown>[];
    };
  const context = () => copyContext(app.contextFor(desk.ownerId), { clock: { now: () => new Date(now) } });
  const isDue = async (id: string) => (await findDueSubscriptions(context())).some((one) => one.id === id);
  const busy = async () => {
    const sql = `SELECT event_uid AS uid FROM gateway.booking_blocked_times WHERE owner_id = $1 ORDER BY starts_at`;
    return (await app.database.query<{ uid: string }>(sql, [desk.ownerId])).map(({ uid }) => uid);
  };
  const refresh = (id: string) => refreshSubscription(context(), id);
  return { desk, providerId, ask, subscribe, list, isDue, busy, refresh };
}
type Subscriber = Awaited<ReturnType<typeof openSubscriber>>;

async function subscribed(subscriber: Subscriber, input: object = {}): Promise<string> {
  const { data, error } = await subscriber.subscribe(input);
  if (!data) throw new Error(JSON.stringify(error));
  return (data["importBusyCalendar"] as { subscriptionId: string }).subscriptionId;
}

test("a calendar at a URL blocks time at once, and what has changed in it after five minutes", async () => {
  respond = answer(200, calendar(event("a", "20260106T100000Z")), { etag: '"1"', "last-modified": "x" });
  const subscriber = await openSubscriber();
  const id = await subscribed(subscriber);
  expect(await subscriber.busy()).toEqual(["a"]);
  expect((await subscriber.list()).subscriptions).toMatchObject([
    { id, host: new URL(url).host, status: "active", errorCode: null, blockCount: 1 },
  ]);
  expect(await subscriber.isDue(id)).toBe(false);

  now += 5 * minuteMs;
  expect(await subscriber.isDue(id)).toBe(true);
  respond = answer(304);
  expect(await subscriber.refresh(id)).toBe("unchanged");
  expect(asked.at(-1)).toMatchObject({ "if-none-match": '"1"', "if-modified-since": "x" });
  expect(await subscriber.busy()).toEqual(["a"]);

  now += 5 * minuteMs;
  respond = answer(200, calendar(event("b", "20260107T100000Z"), event("c", "20260108T100000Z")), {
    etag: '"2"',
  });
  expect(await subscriber.refresh(id)).toBe("changed");
  expect(await subscriber.busy()).toEqual(["b", "c"]);
  // The same content without a word of the server on it.
  now += 5 * minuteMs;
  expect(await subscriber.refresh(id)).toBe("unchanged");
  // After a day everything is read again, since busy times move on with the days.
  now += 24 * 60 * minuteMs;
  expect(await subscriber.refresh(id)).toBe("changed");
  expect(asked.at(-1)).not.toHaveProperty("if-none-match");
});

test("after failures the time stays blocked, the error is shown and the pauses grow", async () => {
  respond = answer(200, calendar(event("a", "20260106T100000Z")));
  const subscriber = await openSubscriber();
  const id = await subscribed(subscriber, { refreshMinutes: 10 });
  const pauseAfter = async (fail: typeof respond) => {
    const [before] = (await subscriber.list()).subscriptions;
    now = Math.max(now, Date.parse(String(before!["nextReadAt"])));
    respond = fail;
    expect(await subscriber.refresh(id)).toBe("failed");
    const [shown] = (await subscriber.list()).subscriptions;
    return [
      shown!["errorCode"],
      shown!["errorStatus"],
      (Date.parse(String(shown!["nextReadAt"])) - now) / minuteMs,
    ];
  };
  expect(await pauseAfter(answer(404))).toEqual(["not_found", 404, 20]);
  expect(await pauseAfter(answer(401))).toEqual(["access_denied", 401, 40]);
  expect(await pauseAfter(answer(429, "", { "retry-after": "7200" }))).toEqual(["rate_limited", 429, 120]);
  expect(await pauseAfter(answer(500))).toEqual(["bad_status", 500, 160]);
  expect(await pauseAfter(answer(200, "<html>"))).toEqual(["not_a_calendar", null, 320]);
  expect(await pauseAfter(answer(200, "x".repeat(5 * 1_048_576)))).toEqual(["too_large", 200, 640]);
  expect(await pauseAfter((request) => request.socket.destroy())).toEqual(["unreachable", null, 1_280]);
  // A server that never responds.
  expect(await pauseAfter(() => undefined)).toEqual(["timeout", null, 1_440]);
  expect(await subscriber.busy()).toEqual(["a"]);
  expect((await subscriber.list()).subscriptions).toMatchObject([{ status: "failing", failures: 8 }]);

  now += 1_440 * minuteMs;
  respond = answer(200, calendar());
  expect(await subscriber.refresh(id)).toBe("changed");
  expect((await subscriber.list()).subscriptions).toMatchObject([
    { status: "active", failures: 0, errorCode: null, errorStatus: null, blockCount: 0 },
  ]);
  // One event when it begins to fail, and one when it is well again.
  const events = await app.database.query<{ type: string }>(
    "SELECT type FROM gateway.outbox_events WHERE owner_id = $1 AND type LIKE 'calendar_subscription%' ORDER BY sequence",
    [subscriber.desk.ownerId],
  );
  expect(events.map(({ type }) => type)).toEqual([
    "calendar_subscription.failed",
    "calendar_subscription.recovered",
  ]);
});

test("redirects are followed to public addresses alone, and at most three times", async () => {
  const subscriber = await openSubscriber();
  const content = answer(200, calendar(event("a", "20260106T100000Z")));
  respond = (request, response) => {
    const left = Number(new URL(request.url!, url).searchParams.get("left") ?? 3);
    if (left === 0) return content(request, response);
    return answer(302, "", { location: `?left=${left - 1}` })(request, response);
  };
  await subscribed(subscriber);
  expect(await subscriber.busy()).toEqual(["a"]);
  const faultOf = async (location: string) => {
    respond = answer(302, "", { location });
    const { error } = await subscriber.subscribe({ source: "other" });
    return (error!.extensions!["details"] as { fields: { path: string; rule: string }[] }).fields[0];
  };
  expect(await faultOf("https://169.254.169.254/latest")).toMatchObject({
    path: "icsUrl",
    rule: "address_refused",
  });
  expect(await faultOf("file:///etc/passwd")).toMatchObject({ rule: "address_refused" });
  expect(await faultOf(url)).toMatchObject({ rule: "too_many_redirects" });
});

test.each([
  "http://calendar.example/a.ics",
  "https://10.0.0.8/a.ics",
  "webcal://localhost/a.ics",
  "https://me:secret@calendar.example/a.ics",
  "ftp://calendar.example/a.ics",
])("the URL %s is refused before anything is asked", async (icsUrl) => {
  const subscriber = await openSubscriber();
  expect((await subscriber.subscribe({ icsUrl })).code).toBe("INVALID_URL");
  expect(asked).toEqual([]);
});

test("webcal is read by https", () => {
  const files = createHttpCalendarFiles();
  expect(files.checkUrl(" webcal://calendar.example/a.ics", "icsUrl")).toBe("https://calendar.example/a.ics");
});

test("a subscription of the same name replaces the earlier one, and a text ends it", async () => {
  respond = answer(200, calendar(event("a", "20260106T100000Z")));
  const subscriber = await openSubscriber();
  const id = await subscribed(subscriber);
  respond = answer(200, calendar(event("b", "20260106T100000Z")));
  expect(await subscribed(subscriber)).toBe(id);
  expect(await subscriber.busy()).toEqual(["b"]);
  const text = { providerId: subscriber.providerId, ics: calendar(event("c", "20260106T100000Z")) };
  const { data } = await subscriber.ask(importing, text);
  expect(data!["importBusyCalendar"]).toMatchObject({ subscriptionId: null, blockCount: 1 });
  expect((await subscriber.list()).subscriptions).toEqual([]);
  now += 60 * minuteMs;
  expect(await subscriber.refresh(id)).toBe("gone");
  expect(await subscriber.busy()).toEqual(["c"]);
  expect((await subscriber.ask(importing, { ...text, icsUrl: url })).code).toBe("VALIDATION_ERROR");
});

test("a removed subscription frees its time, also when it is being read", async () => {
  respond = answer(200, calendar(event("a", "20260106T100000Z")));
  const subscriber = await openSubscriber();
  const id = await subscribed(subscriber);
  now += 5 * minuteMs;
  let removed: unknown;
  respond = (request, response) => {
    const remove = async () => {
      const { data } = await subscriber.ask(removing, { subscriptionId: id });
      removed = data!["removeCalendarSubscription"];
      answer(200, calendar(event("b", "20260106T100000Z")))(request, response);
    };
    void remove();
  };
  expect(await subscriber.refresh(id)).toBe("gone");
  expect(removed).toEqual({ removed: true, freedCount: 1 });
  expect(await subscriber.busy()).toEqual([]);
  const stranger = await openSubscriber();
  respond = answer(200, calendar());
  const theirs = await subscribed(stranger);
  expect((await subscriber.ask(removing, { subscriptionId: theirs })).code).toBe("NOT_FOUND");
});

test("the URL is not stored in the clear", async () => {
  respond = answer(200, calendar());
  const subscriber = await openSubscriber();
  await subscribed(subscriber);
  const rows = await app.database.query(
    "SELECT t::text AS text FROM gateway.booking_calendar_subscriptions t",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("secret");
});
