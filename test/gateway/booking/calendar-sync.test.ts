import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { copyContext } from "../../../src/context.ts";
import { agreedBase, mergeStep } from "../../../subgraphs/gateway/booking/calendar-syncs/calendar-merge.ts";
import { receiveNotification } from "../../../subgraphs/gateway/booking/calendar-syncs/calendar-channels.service.ts";
import { runSync } from "../../../subgraphs/gateway/booking/calendar-syncs/run-sync.service.ts";
import type { CalendarService, EventFields } from "../../../sandbox/oauth/calendar-world.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { openDesk, openDeskService, Word, type BookingDesk } from "./booking-desk.ts";
import { account, openCalendarStandIns, type CalendarStandIns } from "./calendar-stand-ins.ts";

const monday = "2026-01-05T06:00:00.000Z";
let now = Date.parse(monday);
let standIns: CalendarStandIns;
let app: GatewayApp;
beforeAll(async () => {
  standIns = await openCalendarStandIns(() => new Date(now));
  app = await createGatewayApp({ connectedCalendars: standIns.port });
  standIns.world.send = async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const channelId = pathname.split("/").at(-1)!;
    const validationToken = searchParams.get("validationToken");
    const { status, content } = await receiveNotification(contextAt(null), {
      channelId,
      validationToken,
      body: "",
    });
    return { status, text: content };
  };
});
afterAll(async () => {
  await app?.close();
  await standIns?.close();
});

const contextAt = (ownerId: string | null) =>
  copyContext(app.contextFor(ownerId), { clock: { now: () => new Date(now) } });

interface Synced {
  desk: BookingDesk;
  serviceId: string;
  providerId: string;
  syncId: string;
  run(): Promise<string>;
  /** Writes an event of the calendar as its owner does. */
  write(fields: Partial<EventFields> & { id?: string; isDeleted?: boolean }): { id: string };
  /** The platform's events, as `booking start`. */
  own(): string[];
  slots(date: string): Promise<string[]>;
  book(date: string, time: string): Promise<string>;
  conflicts(): Promise<{ id: string; kind: string; reason: string | null; bookingId: string }[]>;
}

/** A provider with hours from nine to five in London, whose calendar is connected and synced. */
async function openSynced(service: CalendarService): Promise<Synced> {
  now = Date.parse(monday);
  // Each test has the calendar to itself.
  standIns.world.calendarsOf(service, account).forEach(({ events }) => events.clear());
  const calendarId = standIns.calendarId(service);
  const desk = openDesk(app);
  const { serviceId, providerIds } = await openDeskService(desk);
  const providerId = providerIds[0]!;
  const { id: syncId } = await desk.act("connectCalendar", { providerId, connectionId: service });
  const run = () => runSync(contextAt(desk.ownerId), syncId);
  expect(await run()).toBe("done");
  return {
    desk,
    serviceId,
    providerId,
    syncId,
    run,
    write: (fields) => standIns.world.write({ service, account, calendarId }, fields),
    own: () =>
      [...standIns.world.find(service, account, calendarId)!.events.values()]
        .filter(({ key, isDeleted }) => key !== null && !isDeleted)
        .map(({ key, start }) => `${key!.split(".")[1]} ${start}`),
    slots: async (date) => {
      const found = await desk.read(
        "bookingAvailability",
        { serviceId, from: date, to: date },
        "slots { time }",
      );
      return (found.slots as { time: string }[]).map(({ time }) => time);
    },
    book: async (date, time) => {
      const input = { serviceId, date, time, clientEmail: "ana@client.example" };
      return (await desk.act("createBooking", input)).id as string;
    },
    conflicts: async () =>
      (await desk.read("calendarConflicts", { syncId }, "conflicts { id kind reason bookingId }")).conflicts,
  };
}

const services = ["google", "microsoft"] as const;

describe.each(services)("a calendar of %s", (service) => {
  test("blocks its busy time, by the calendar's zone for whole days, and frees it again", async () => {
    const { write, run, slots } = await openSynced(service);
    const at = (time: string) => `2026-01-06T${time}:00.000Z`;
    const meeting = write({ start: at("10:00"), end: at("11:30"), title: "Meeting" });
    write({ start: at("14:00"), end: at("15:00"), title: "Lunch", isBusy: false });
    write({ start: "2026-01-07", end: "2026-01-08", isAllDay: true, title: "Away" });
    await run();
    const all = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00"];
    expect(await slots("2026-01-06")).toEqual(["09:00", "12:00", "13:00", "14:00", "15:00", "16:00"]);
    expect(await slots("2026-01-07")).toEqual([]);
    expect(await slots("2026-01-08")).toEqual(all);
    write({ id: meeting.id, isDeleted: true });
    await run();
    expect(await slots("2026-01-06")).toEqual(all);
  });

  test("gets a booking, its moves and its end; moving and deleting its event move and cancel the booking", async () => {
    const { desk, book, run, own, write } = await openSynced(service);
    const bookingId = await book("2026-01-06", "10:00");
    await run();
    expect(own()).toEqual([`${bookingId} 2026-01-06T10:00:00.000Z`]);
    await desk.act("rescheduleBooking", { bookingId, date: "2026-01-06", time: "11:00" });
    await run();
    expect(own()).toEqual([`${bookingId} 2026-01-06T11:00:00.000Z`]);
    const sent = standIns.sent.get("update_event");

    const calendar = standIns.world.find(service, account, standIns.calendarId(service))!;
    const event = [...calendar.events.values()].find(({ key }) => key !== null)!;
    write({ id: event.id, start: "2026-01-06T15:00:00.000Z", end: "2026-01-06T16:00:00.000Z" });
    await run();
    const stored = () => desk.read("booking", { bookingId }, "status startsAt cancelledBy");
    expect(await stored()).toMatchObject({ status: "confirmed", startsAt: "2026-01-06T15:00:00.000Z" });
    // What came from the calendar is not sent back to it.
    await run();
    expect(standIns.sent.get("update_event")).toBe(sent);
    write({ id: event.id, isDeleted: true });
    await run();
    expect(await stored()).toMatchObject({ status: "cancelled", cancelledBy: "provider" });
    expect(own()).toEqual([]);
  });

  test("a change that a booking cannot follow is a conflict until somebody decides it", async () => {
    const { desk, book, run, own, write, conflicts } = await openSynced(service);
    const [first, second] = [await book("2026-01-06", "10:00"), await book("2026-01-06", "11:00")];
    await run();
    const calendar = standIns.world.find(service, account, standIns.calendarId(service))!;
    const eventOf = (bookingId: string) =>
      [...calendar.events.values()].find(({ key }) => key?.includes(bookingId))!;
    const taken = { start: "2026-01-06T11:00:00.000Z", end: "2026-01-06T12:00:00.000Z" };
    write({ id: eventOf(first).id, ...taken });
    await run();
    const [conflict] = await conflicts();
    expect(conflict).toMatchObject({ kind: "moved_outside", reason: "SLOT_TAKEN", bookingId: first });
    const decide = (keep: string) =>
      desk.ask("resolveCalendarConflict", { conflictId: conflict!.id, keep: new Word(keep) }, "resolution");
    expect((await decide("calendar")).code).toBe("SLOT_TAKEN");
    expect((await decide("booking")).data.resolveCalendarConflict).toEqual({ resolution: "keep_booking" });
    expect((await decide("booking")).code).toBe("INVALID_STATE");
    await run();
    expect(own().sort()).toEqual(
      [`${first} 2026-01-06T10:00:00.000Z`, `${second} 2026-01-06T11:00:00.000Z`].sort(),
    );

    write({ id: eventOf(second).id, start: "2026-01-06T13:00:00.000Z", end: "2026-01-06T14:00:00.000Z" });
    await desk.act("rescheduleBooking", { bookingId: second, date: "2026-01-06", time: "16:00" });
    await run();
    const [both] = await conflicts();
    expect(both).toMatchObject({ kind: "both_changed", bookingId: second });
    const input = { conflictId: both!.id, keep: new Word("calendar") };
    await desk.act("resolveCalendarConflict", input, "resolution");
    await run();
    expect(own()).toContain(`${second} 2026-01-06T13:00:00.000Z`);
    expect(await conflicts()).toEqual([]);
  });

  test("an event over a booking is shown, and is settled when it moves away", async () => {
    const { book, run, write, conflicts } = await openSynced(service);
    const bookingId = await book("2026-01-06", "10:00");
    const event = write({
      start: "2026-01-06T09:30:00.000Z",
      end: "2026-01-06T10:30:00.000Z",
      title: "Late",
    });
    await run();
    expect(await conflicts()).toMatchObject([{ kind: "overlap", bookingId, reason: null }]);
    write({ id: event.id, start: "2026-01-06T12:00:00.000Z", end: "2026-01-06T12:30:00.000Z" });
    await run();
    expect(await conflicts()).toEqual([]);
  });

  test("a lost response makes no second event, and a limit is waited for as long as the service asks", async () => {
    const { desk, book, run, own, syncId } = await openSynced(service);
    const bookingId = await book("2026-01-06", "10:00");
    const lose = (fault: { status: number | null; retryAfterSeconds?: number }, skip: number) => {
      let requests = 0;
      standIns.api.drawFault = () => (requests++ === skip ? fault : undefined);
    };
    // The first request lists changes, the second one creates the event.
    lose({ status: null }, 1);
    expect(await run()).toBe("failed");
    now += 60_000;
    standIns.api.drawFault = () => undefined;
    expect(await run()).toBe("done");
    expect(own()).toEqual([`${bookingId} 2026-01-06T10:00:00.000Z`]);
    lose({ status: 429, retryAfterSeconds: 900 }, 0);
    now += 60_000;
    expect(await run()).toBe("failed");
    standIns.api.drawFault = () => undefined;
    const status = async () =>
      (await desk.read("calendarSyncs", { limit: 20 }, "syncs { id status errorCode }")).syncs as object[];
    expect(await status()).toEqual([{ id: syncId, status: "failing", errorCode: "busy" }]);
    now += 899_000;
    expect(await run()).toBe("paused");
    now += 2_000;
    expect(await run()).toBe("done");
    expect(await status()).toEqual([{ id: syncId, status: "active", errorCode: null }]);
  });

  test("announcements need the channel's token, and the channel is renewed before it ends", async () => {
    const { run, syncId, desk } = await openSynced(service);
    const channel = standIns.world.channels.at(-1)!;
    const channelId = new URL(channel.url).pathname.split("/").at(-1)!;
    const hear = async (token: string) => {
      const body =
        service === "google" ? "" : JSON.stringify({ value: [{ subscriptionId: "s", clientState: token }] });
      const channelToken = service === "google" ? token : null;
      return (await receiveNotification(contextAt(null), { channelId, channelToken, body })).status;
    };
    const queued = async () =>
      (await app.jobsOf("sync-booking-calendar")).filter((job) => job["syncId"] === syncId).length;
    const before = await queued();
    await expect(hear("guessed")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await queued()).toBe(before);
    await app.database.query("DELETE FROM jobs.job WHERE name = 'sync-booking-calendar'");
    expect([await hear(channel.token), await hear(channel.token)]).toEqual([202, 202]);
    expect(await queued()).toBe(1);
    const pushedUntil = async () =>
      (await desk.read("calendarSyncs", { limit: 20 }, "syncs { pushedUntil }")).syncs[0]
        .pushedUntil as string;
    const first = await pushedUntil();
    now += 50 * 3_600_000;
    await run();
    expect(Date.parse(await pushedUntil())).toBeGreaterThan(Date.parse(first));
    expect(standIns.world.channels.filter(({ expiresAt }) => expiresAt > now).length).toBeGreaterThan(0);
  });

  test("disconnecting deletes future bookings from the calendar and frees the provider's time", async () => {
    const { desk, book, run, own, write, slots, syncId } = await openSynced(service);
    await book("2026-01-06", "10:00");
    write({ start: "2026-01-06T12:00:00.000Z", end: "2026-01-06T13:00:00.000Z", title: "Meeting" });
    await run();
    expect(own()).toHaveLength(1);
    const selection = "deletedEvents keptEvents freedBlocks";
    const ended = await desk.act("disconnectCalendar", { syncId }, selection);
    expect(ended).toEqual({ deletedEvents: 1, keptEvents: 0, freedBlocks: 1 });
    expect(own()).toEqual([]);
    expect(await slots("2026-01-06")).toContain("12:00");
    expect(await run()).toBe("gone");
    expect((await desk.ask("syncCalendar", { syncId })).code).toBe("NOT_FOUND");
  });
});

test("an event that was deleted before everything is read again is missed neither when that breaks off", async () => {
  const { desk, book, run, write } = await openSynced("google");
  const bookingId = await book("2026-01-06", "10:00");
  await run();
  const calendar = standIns.world.find("google", account, standIns.calendarId("google"))!;
  const event = [...calendar.events.values()].find(({ key }) => key !== null)!;
  write({ id: event.id, isDeleted: true });
  standIns.world.expireTokens("google", account);
  // The first request lists everything, the second one asks for the event that is not listed.
  let requests = 0;
  standIns.api.drawFault = () => (requests++ === 1 ? { status: 503 } : undefined);
  expect(await run()).toBe("failed");
  standIns.api.drawFault = () => undefined;
  now += 60_000;
  expect(await run()).toBe("done");
  expect(await desk.read("booking", { bookingId }, "status")).toEqual({ status: "cancelled" });
});

test("a merge pushes, takes or asks by what both sides last agreed on, and a lost response counts as agreed", () => {
  const [a, b, c] = [1, 2, 3].map((hour) => ({ start: hour, end: hour + 1 }));
  expect(mergeStep({ base: a!, booking: b!, outside: a! })).toBe("push");
  expect(mergeStep({ base: a!, booking: a!, outside: b! })).toBe("take");
  expect(mergeStep({ base: a!, booking: b!, outside: c! })).toBe("conflict");
  expect(mergeStep({ base: a!, booking: b!, outside: b! })).toBe("settled");
  expect(mergeStep({ base: a!, booking: null, outside: a! })).toBe("push");
  expect(mergeStep({ base: a!, booking: a!, outside: null })).toBe("take");
  expect(agreedBase({ base: a!, outside: b!, sent: b! })).toEqual(b);
  expect(agreedBase({ base: null, outside: c!, sent: b! })).toEqual(b);
  expect(agreedBase({ base: a!, outside: c!, sent: b! })).toEqual(a);
  expect(agreedBase({ base: a!, outside: null, sent: "deletion" })).toBeNull();
});

describe.each([
  ["google", "google_meet", "https://meet.google.com/"],
  ["microsoft", "microsoft_teams", "https://teams.microsoft.com/"],
] as const)("the video call of a booking by %s", (service, videoCalls, prefix) => {
  afterEach(() => {
    standIns.world.conferences = "success";
  });

  async function openVideo() {
    const synced = await openSynced(service);
    const { desk, serviceId, providerId } = synced;
    await desk.act("updateService", { serviceId, videoCalls: new Word(videoCalls) });
    const bookingId = await synced.book("2026-01-06", "10:00");
    const shown = () => desk.read("booking", { bookingId }, "videoStatus videoUrl");
    const mails = async () => {
      const sql = `SELECT kind, to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI') AS due FROM gateway.booking_notifications
        WHERE booking_id = $1 AND status = 'queued' ORDER BY created_at, id`;
      return app.database.query<{ kind: string; due: string }>(sql, [bookingId]);
    };
    return { ...synced, bookingId, shown, mails, providerId };
  }

  test("is made with its event; the confirmation waits for the link, and the calendar file has it", async () => {
    const { desk, run, shown, mails, bookingId, own } = await openVideo();
    expect(await shown()).toEqual({ videoStatus: "pending", videoUrl: null });
    expect(await mails()).toEqual([{ kind: "confirmation", due: "06:03" }]);
    await run();
    const { videoStatus, videoUrl } = await shown();
    expect([videoStatus, videoUrl.startsWith(prefix)]).toEqual(["ready", true]);
    expect(await mails()).toEqual([{ kind: "confirmation", due: "06:00" }]);
    const { content } = await desk.read("bookingIcs", { bookingId }, "content");
    expect(content.replaceAll("\r\n ", "")).toContain(`LOCATION:${videoUrl}`);
    // A move keeps the link.
    await desk.act("rescheduleBooking", { bookingId, date: "2026-01-06", time: "14:00" });
    await run();
    expect(await shown()).toEqual({ videoStatus, videoUrl });
    expect(own()).toHaveLength(1);
  });

  test("that its service makes later is asked for until it is there, and sent after the confirmation", async () => {
    standIns.world.conferences = "pending";
    const { run, shown, mails, bookingId } = await openVideo();
    await run();
    expect(await shown()).toEqual({ videoStatus: "pending", videoUrl: null });
    await app.database.query(
      "UPDATE gateway.booking_notifications SET status = 'sent' WHERE booking_id = $1",
      [bookingId],
    );
    const calendar = standIns.world.find(service, account, standIns.calendarId(service))!;
    const event = [...calendar.events.values()].find(({ key }) => key !== null)!;
    event.conference = { ...event.conference!, state: "success" };
    now += 60_000;
    await run();
    expect((await shown()).videoStatus).toBe("ready");
    expect((await mails()).map(({ kind }) => kind)).toEqual(["change"]);
  });

  test.each(["failure", "none"] as const)(
    "that cannot be made is shown (%s), and the booking stands",
    async (how) => {
      standIns.world.conferences = how;
      const { desk, run, shown, mails, bookingId, own } = await openVideo();
      await run();
      expect(await shown()).toEqual({ videoStatus: "failed", videoUrl: null });
      expect(await mails()).toEqual([{ kind: "confirmation", due: "06:00" }]);
      expect(own()).toHaveLength(1);
      expect(await desk.read("booking", { bookingId }, "status")).toEqual({ status: "confirmed" });
    },
  );

  test("that takes too long has failed, and so has one of a provider without such a calendar", async () => {
    standIns.world.conferences = "pending";
    const { desk, run, shown, serviceId, bookingId, providerId } = await openVideo();
    await run();
    now += 16 * 60_000;
    await run();
    expect(await shown()).toEqual({ videoStatus: "failed", videoUrl: null });
    const { id: other } = await desk.act("createProvider", { name: "Other", timezone: "Europe/London" });
    const intervals = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "17:00" }));
    await desk.act(
      "setWeeklyHours",
      { providerId: other, intervals, effectiveFrom: "2025-01-01" },
      "providerId",
    );
    await desk.act("setServiceProviders", { serviceId, providerIds: [providerId, other] });
    const selection = "videoStatus";
    const moved = await desk.act("reassignBooking", { bookingId, providerId: other }, selection);
    expect(moved).toEqual({ videoStatus: "failed" });
    const back = await desk.act("reassignBooking", { bookingId, providerId }, selection);
    expect(back).toEqual({ videoStatus: "pending" });
  });
});
