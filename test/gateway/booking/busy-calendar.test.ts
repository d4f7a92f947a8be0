import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { connected } from "../../hub/oauth/oauth-world.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { createPerson } from "../support/people.ts";
import { createScheduler, openService } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const dentist = event(
  "dentist@x",
  "SUMMARY:Dentist",
  "DTSTART;TZID=Europe/London:20260106T100000",
  "DURATION:PT2H",
);
const standup = event(
  "standup@x",
  "SUMMARY:Stand-up",
  "DTSTART:20260105T090000Z",
  "DURATION:PT15M",
  "RRULE:FREQ=DAILY;COUNT=10",
);

async function timesOn(
  account: Awaited<ReturnType<typeof createScheduler>>,
  serviceId: string,
  date: string,
) {
  const { slots } = await account.act("check_availability", { serviceId, date });
  return slots.map(({ time }: { time: string }) => time) as string[];
}

test("what another calendar takes is no free slot, and is free again when the calendar says so", async () => {
  const account = await createScheduler(app);
  const { serviceId, providerIds } = await openService(account);
  const [providerId] = providerIds;
  const { bookingId } = await account.act("create_booking", {
    serviceId,
    date: "2026-01-06",
    time: "11:00",
    clientEmail: "ana@client.example",
  });
  const hourly = event(
    "rent@x",
    "SUMMARY:Rent",
    "DTSTART:20260105T120000Z",
    "DURATION:PT1H",
    "RRULE:FREQ=HOURLY",
  );
  const first = await account.act("import_busy_calendar", {
    providerId,
    ics: calendar(...dentist, ...standup, ...hourly),
    source: "private",
  });
  expect(first).toMatchObject({
    providerId,
    source: "private",
    timezone: "Europe/London",
    blockCount: 11,
    replacedCount: 0,
    leftOut: { free: 0, cancelled: 0, superseded: 0, withoutLength: 0, outside: 0 },
    conflictingBookingIds: [bookingId],
  });
  expect(first.notUnderstood).toHaveLength(1);
  expect(JSON.stringify(first.notUnderstood)).toContain("use DAILY, WEEKLY");
  expect(first.blocks[2]).toMatchObject({ from: "2026-01-06T10:00:00.000Z", to: "2026-01-06T12:00:00.000Z" });
  expect(await timesOn(account, serviceId, "2026-01-06")).toEqual([
    "12:00",
    "13:00",
    "14:00",
    "15:00",
    "16:00",
  ]);
  const taken = { serviceId, date: "2026-01-06", time: "10:00", clientEmail: "bo@client.example" };
  expect((await account.ask("create_booking", taken)).body.code).toBe("SLOT_TAKEN");

  const again = await account.act("import_busy_calendar", {
    providerId,
    ics: calendar(...dentist),
    source: "private",
  });
  expect(again).toMatchObject({ blockCount: 1, replacedCount: 11 });
  const other = await account.act("import_busy_calendar", {
    providerId,
    ics: calendar(...standup),
    source: "work",
  });
  expect(other).toMatchObject({ blockCount: 10, replacedCount: 0 });
  expect(await timesOn(account, serviceId, "2026-01-06")).not.toContain("09:00");
  await account.act("import_busy_calendar", { providerId, ics: calendar(), source: "work" });
  await account.act("import_busy_calendar", { providerId, ics: calendar(), source: "private" });
  expect(await timesOn(account, serviceId, "2026-01-06")).toEqual(
    ["09", "10", "12", "13", "14", "15", "16"].map((hour) => `${hour}:00`),
  );
});

test("time that was blocked by hand stays, and imports of one source at once leave one of them", async () => {
  const account = await createScheduler(app);
  const { providerIds } = await openService(account);
  const [providerId] = providerIds;
  await account.act("block_provider_time", {
    providerId,
    from: "2026-01-07T09:00:00.000Z",
    to: "2026-01-07T10:00:00.000Z",
    reason: "Holiday",
  });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      account.ask("import_busy_calendar", { providerId, ics: calendar(...standup) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const rows = await app.database.query<{ source: string | null; n: number }>(
    `SELECT source, count(*)::int AS n FROM gateway.booking_blocked_times WHERE owner_id = $1 GROUP BY source ORDER BY 1`,
    [account.ownerId],
  );
  expect(rows).toEqual([
    { source: "calendar", n: 10 },
    { source: null, n: 1 },
  ]);
});

test("the file itself may be the body, with what else there is in the query", async () => {
  const account = await createScheduler(app);
  const { providerIds } = await openService(account);
  const answer = await app.running.router.server.inject({
    method: "POST",
    url: `/providers/${providerIds[0]}/busy-calendars?source=phone`,
    headers: { ...account.headers, "content-type": "text/calendar" },
    payload: calendar(...standup),
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    expect.objectContaining({ source: "phone", blockCount: 10 }),
  ]);
});

test("agents may name a file that was handed in instead of its text", async () => {
  const account = await createScheduler(app);
  const { providerIds } = await openService(account);
  const file = await account.act("upload_file", {
    filename: "phone.ics",
    contentType: "text/calendar",
    content: Buffer.from(calendar(...standup)).toString("base64"),
  });
  const imported = await account.act("import_busy_calendar", {
    providerId: providerIds[0],
    fileId: file.fileId,
  });
  expect(imported).toMatchObject({ blockCount: 10, notUnderstood: [] });
  expect(imported.blocks[0].reason).toEqual({ untrustedText: "Stand-up" });
});

test.each([
  ["no calendar", "hello", "icalendar", "BEGIN:VCALENDAR"],
  ["one that is cut off", calendar(...standup).slice(0, 90), "icalendar", "cut off"],
  [
    "too many events",
    calendar(...Array.from({ length: 5_001 }, (_, at) => event(`${at}`)).flat()),
    "max_events",
    "5000 events",
  ],
  [
    "too many times",
    calendar(
      ...Array.from({ length: 8 }, (_, at) =>
        event(`${at}`, "DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
      ).flat(),
    ),
    "max_blocks",
    "5000 busy times",
  ],
])("%s is rejected with field and rule, and the earlier import stays", async (_name, ics, rule, why) => {
  const account = await createScheduler(app);
  const { providerIds } = await openService(account);
  const [providerId] = providerIds;
  await account.act("import_busy_calendar", { providerId, ics: calendar(...dentist) });
  const { status, body } = await account.ask("import_busy_calendar", { providerId, ics });
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.details.fields).toEqual([{ path: "ics", message: expect.stringContaining(why), rule }]);
  const rows = await app.database.query("SELECT 1 FROM gateway.booking_blocked_times WHERE owner_id = $1", [
    account.ownerId,
  ]);
  expect(rows).toHaveLength(1);
});

test("a text beyond its length is refused by its field, and another account's provider is not there", async () => {
  const account = await createScheduler(app);
  const { providerIds } = await openService(account);
  const long = `${calendar().slice(0, -2)}${"X".repeat(1_000_001)}`;
  const tooLong = await app.send("POST", `/providers/${providerIds[0]}/busy-calendars`, account.headers, {
    ics: long,
  });
  expect([tooLong.status, tooLong.body.details.fields[0].path]).toEqual([400, "ics"]);
  const stranger = await createScheduler(app);
  const { status, body } = await stranger.ask("import_busy_calendar", {
    providerId: providerIds[0],
    ics: calendar(),
  });
  expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
});

/** An announcement in the forms of both services. */
function announce(url: string, channelId: string, token: string): Promise<Response> {
  return fetch(`${url}/calendar-notifications/${channelId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-channel-token": token, connection: "close" },
    body: JSON.stringify({ value: [{ clientState: token }] }),
  });
}

describe.each([
  ["google", "https://www.googleapis.com/auth/calendar"],
  ["microsoft", "Calendars.ReadWrite"],
])("an announcement of %s over HTTP", (provider, scope) => {
  test("blocks the slot of an event within a minute, and shows one over a booking as a conflict", async () => {
    const { headers: own } = await createPerson(app, 5_000);
    const person = { headers: { authorization: own["authorization"]! } };
    const login = newId("smp").replaceAll("_", "-");
    const choice = { provider, appId: "event-manager", scopes: ["openid", "email", scope], login };
    const connectionId = await connected(app, person, choice);
    const headers = { ...person.headers, "x-app-id": "event-manager" };
    const act = async (method: string, path: string, body?: object) => {
      const answer = await app.send(method, path, headers, body);
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    };
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
    const serviceId = (await act("POST", "/services", { name: "Visit", durationMin: 60, timezone: "UTC" }))
      .id;
    const { id: providerId } = await act("POST", "/providers", { name: "Ben", timezone: "UTC" });
    await act("PUT", `/providers/${providerId}/weekly-hours`, {
      intervals: hours,
      effectiveFrom: "2025-01-01",
    });
    await act("PUT", `/services/${serviceId}/providers`, { providerIds: [providerId] });
    const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const booking = { serviceId, date, time: "15:00", clientEmail: "ana@client.example" };
    const { bookingId } = await act("POST", "/bookings", booking);
    const sync = await act("POST", "/calendar-syncs", { providerId, connectionId });
    // Microsoft calls the announced URL before it opens one; a run ends without a channel when that fails.
    const channelId = await until("the channel is open", async () => {
      const sql = `SELECT channel_id AS id, channel_expires_at AS until, error_code AS fault, last_synced_at AS run
        FROM gateway.booking_calendar_syncs WHERE id = $1`;
      const [row] = await app.database.query<Record<"id" | "until" | "fault" | "run", string | null>>(sql, [
        sync.id,
      ]);
      const { id, until: end, fault, run } = row!;
      if (fault !== null) throw new Error(`The sync failed: ${fault}`);
      if (run !== null && end === null) throw new Error("The service refused to open a channel.");
      return end !== null && id;
    });
    const write = (from: string, to: string) =>
      fetch(`${app.sandboxUrl}/oauth/switches/calendars/${provider}/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          account: login,
          start: `${date}T${from}:00.000Z`,
          end: `${date}T${to}:00.000Z`,
          title: "Dentist",
        }),
      });
    const times = async () => {
      const { slots } = await act("GET", `/services/${serviceId}/availability?date=${date}`);
      return slots.map(({ time }: { time: string }) => time) as string[];
    };
    expect(await times()).toEqual(expect.arrayContaining(["10:00", "11:00"]));
    const began = Date.now();
    expect((await write("10:00", "11:00")).status).toBe(200);
    // The next poll is minutes away: only the announcement can have done it.
    await until("the slot is blocked", async () => !(await times()).includes("10:00"), 60_000);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(await times()).toContain("11:00");
    const forged = await announce(app.url, channelId, "no-token-of-it");
    expect(forged.status).toBe(404);
    expect(await forged.json()).toMatchObject({ code: "NOT_FOUND" });
    expect((await announce(app.url, "%00", "x")).status).toBe(404);
    await write("15:30", "16:00");
    const [conflict] = await until("the conflict is shown", async () => {
      const { conflicts } = await act("GET", `/calendar-conflicts?syncId=${sync.id}`);
      return conflicts.length > 0 && (conflicts as Record<string, unknown>[]);
    });
    expect(conflict).toMatchObject({ kind: "overlap", bookingId, resolution: null });
  });
});
