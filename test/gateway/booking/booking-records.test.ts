import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createScheduler, openService } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const slot = { date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };
const series = {
  clientEmail: "ana@client.example",
  startDate: "2026-01-06",
  time: "10:00",
  rrule: "FREQ=WEEKLY;COUNT=3",
};

test("seats of a booking change with its price, up to what is left at that time", async () => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account, { capacity: 4 });
  const { bookingId } = await account.act("create_booking", { ...slot, serviceId });
  await account.act("create_booking", { ...slot, serviceId, partySize: 2 });
  const full = await account.ask("update_booking_details", { bookingId, partySize: 3 });
  expect([full.status, full.body.details]).toMatchObject([422, { rule: "not_enough_seats", left: 1 }]);
  const beyond = await account.ask("update_booking_details", { bookingId, partySize: 5 });
  expect([beyond.status, beyond.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  const changed = await account.act("update_booking_details", { bookingId, partySize: 2, notes: "Two" });
  expect(changed).toMatchObject({ partySize: 2, price: 80, version: 2 });
  expect((await account.ask("create_booking", { ...slot, serviceId })).body.code).toBe("SLOT_TAKEN");
  await account.act("update_booking_details", { bookingId, partySize: 1 });
  await account.act("create_booking", { ...slot, serviceId });
  const stale = await account.ask("update_booking_details", { bookingId, notes: "x", version: 1 });
  expect([stale.status, stale.body.code]).toEqual([409, "VERSION_CONFLICT"]);
});

test("the history of a booking has each change and note, with who made it", async () => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account);
  const { bookingId } = await account.act("create_booking", { ...slot, serviceId });
  await account.act("reschedule_booking", { bookingId, date: slot.date, time: "12:00" });
  const text = "Bring the contract.";
  const note = await account.act("add_booking_note", { bookingId, text, visibility: "shared" });
  expect(note).toMatchObject({ bookingId, text, visibility: "shared" });
  await account.act("cancel_booking", { bookingId, cancelledBy: "provider" });
  const { entries, total } = await account.act("list_booking_history", { bookingId, limit: 3 });
  expect(total).toBe(4);
  expect(entries.map(({ type }: { type: string }) => type).toSorted()).not.toContain("updated");
  const all = (await account.act("list_booking_history", { bookingId })).entries as {
    type: string;
    startsAt: string;
    status: string;
    note: string | null;
    actorType: string;
  }[];
  const of = (type: string) => all.find((one) => one.type === type);
  expect(of("created")).toMatchObject({ startsAt: "2026-01-06T10:00:00.000Z", actorType: "api_key" });
  expect(of("rescheduled")).toMatchObject({ startsAt: "2026-01-06T12:00:00.000Z" });
  expect(of("noted")).toMatchObject({ note: text, visibility: "shared" });
  expect(of("cancelled")).toMatchObject({ status: "cancelled" });
});

test("a series moves from a date on, all of it or none, and is cancelled with one message", async () => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account);
  const { id: seriesId } = await account.act("create_booking_series", { ...series, serviceId });
  await account.act("create_booking", { ...slot, date: "2026-01-20", time: "12:00", serviceId });
  const refused = await account.ask("update_booking_series", { seriesId, time: "12:00" });
  expect([refused.status, refused.body.code, refused.body.details.conflicts]).toMatchObject([
    409,
    "SERIES_CONFLICT",
    [{ date: "2026-01-20", time: "12:00", code: "SLOT_TAKEN" }],
  ]);
  const startsOf = (answer: { bookings: { localStart: string }[] }) =>
    answer.bookings.map(({ localStart }) => localStart);
  const before = await account.act("get_booking_series", { seriesId });
  expect(startsOf(before)).toEqual(["2026-01-06T10:00", "2026-01-13T10:00", "2026-01-20T10:00"]);
  const moved = await account.act("update_booking_series", {
    seriesId,
    fromDate: "2026-01-13",
    time: "15:00",
  });
  expect(startsOf(moved)).toEqual(["2026-01-06T10:00", "2026-01-13T15:00", "2026-01-20T15:00"]);

  const cancelled = await account.act("cancel_booking_series", { seriesId, fromDate: "2026-01-13" });
  expect(cancelled.bookings.map(({ status }: { status: string }) => status)).toEqual([
    "confirmed",
    "cancelled",
    "cancelled",
  ]);
  const { notifications } = await account.act("list_sent_notifications", { limit: 100 });
  const ofSeries = new Set(moved.bookings.map(({ id }: { id: string }) => id));
  const changes = notifications.filter(
    ({ kind, bookingId }: { kind: string; bookingId: string }) =>
      kind === "change" && ofSeries.has(bookingId),
  );
  expect(changes).toHaveLength(2);
  const none = await account.ask("cancel_booking_series", { seriesId, fromDate: "2026-02-01" });
  expect(none.body.details).toMatchObject({ rule: "no_future_bookings" });
});

test("the days of a month have the number of their free slots, and imported busy time is listed", async () => {
  const account = await createScheduler(app);
  const { serviceId, providerIds } = await openService(account);
  const providerId = providerIds[0]!;
  const lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1@x", "DTSTART;VALUE=DATE:20260210", "END:VEVENT"];
  const ics = [...lines, "END:VCALENDAR", ""].join("\r\n");
  await account.act("import_busy_calendar", { providerId, ics });
  await account.act("create_booking", { ...slot, date: "2026-02-11", serviceId });
  const { days } = await account.act("list_available_days", { serviceId, month: "2026-02" });
  expect(days).toHaveLength(27);
  const countOf = new Map(days.map((day: { date: string; slotCount: number }) => [day.date, day.slotCount]));
  expect(["2026-02-09", "2026-02-10", "2026-02-11", "2026-02-28"].map((date) => countOf.get(date))).toEqual([
    8,
    undefined,
    7,
    8,
  ]);
  const range = { providerId, from: "2026-02-01T00:00:00.000Z", to: "2026-03-01T00:00:00.000Z" };
  expect((await account.act("list_busy_blocks", range)).total).toBe(1);
  expect((await account.act("list_blocked_time", range)).total).toBe(0);
});

test("reports count booked time and the outcome of bookings", async () => {
  const account = await createScheduler(app);
  const { serviceId, providerIds } = await openService(account);
  await account.act("set_cancellation_policy", {
    serviceId,
    tiers: [{ hoursBefore: 48, feePercent: 50 }],
    noShowFeePercent: 25,
  });
  const book = async (time: string) =>
    (await account.act("create_booking", { ...slot, time, serviceId })).bookingId as string;
  const [kept, missed, called] = [await book("10:00"), await book("11:00"), await book("12:00")];
  await book("13:00");
  await account.act("cancel_booking", { bookingId: called });
  const after = account.at("2026-01-06T16:00:00.000Z");
  await after.act("complete_booking", { bookingId: kept });
  await after.act("mark_no_show", { bookingId: missed });
  const period = { from: "2026-01-06T00:00:00.000Z", to: "2026-01-07T00:00:00.000Z" };
  const expected = {
    bookings: 4,
    cancelled: 1,
    noShows: 1,
    noShowRate: 50,
    revenue: [{ currency: "USD", amount: 70 }],
    leadTimeMedianMinutes: 29.5 * 60,
  };
  expect(await account.act("get_booking_report", { ...period, serviceId })).toEqual(expected);
  const empty = { bookings: 0, cancelled: 0, noShows: 0, noShowRate: null, revenue: [] };
  const other = await account.act("get_booking_report", { ...period, serviceId: "svc_x" });
  expect(other).toEqual({ ...empty, leadTimeMedianMinutes: null });

  await account.act("block_provider_time", {
    providerId: providerIds[0],
    from: "2026-01-06T15:00:00.000Z",
    to: "2026-01-06T17:00:00.000Z",
  });
  const days = { from: "2026-01-06", to: "2026-01-06" };
  expect((await account.act("get_utilization_report", days)).rows).toEqual([
    { id: providerIds[0], name: "Provider 0", bookedMin: 180, availableMin: 360, utilization: 50 },
  ]);
  const long = await account.ask("get_utilization_report", { from: "2026-01-01", to: "2026-04-03" });
  expect([long.status, long.body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
