import { afterAll, beforeAll, expect, test } from "vitest";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { openDesk, openDeskService, Word, type BookingDesk } from "./booking-desk.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const tuesday = { from: "2026-01-06T00:00:00.000Z", to: "2026-01-07T00:00:00.000Z" };
const shown = "preview moved failed results { bookingId ok oldStart newStart providerId error }";
const times = ["09:00", "10:00", "12:00"];

/** A provider with bookings at these times of a Tuesday, and another one. */
async function openTuesday(providers = 2) {
  const desk = openDesk(app);
  const { serviceId, providerIds } = await openDeskService(desk, { providers });
  const [providerId, colleagueId] = providerIds as [string, string];
  const bookingIds: string[] = [];
  for (const time of times) bookingIds.push(await bookWith(desk, serviceId, providerId, time));
  return { desk, serviceId, providerId, colleagueId, bookingIds };
}

async function bookWith(
  desk: BookingDesk,
  serviceId: string,
  providerId: string,
  time: string,
  date = "2026-01-06",
): Promise<string> {
  const clientEmail = `guest-${time.replace(":", "")}@client.example`;
  return (await desk.act("createBooking", { serviceId, providerId, date, time, clientEmail })).id;
}

const startsOf = (answer: { results: { newStart: string | null }[] }) =>
  answer.results.map(({ newStart }) => newStart);
const run = (desk: BookingDesk, providerId: string, strategy: string, more: object = {}) =>
  desk.act(
    "bulkRescheduleBookings",
    { providerId, ...tuesday, strategy: new Word(strategy), ...more },
    shown,
  );
const notices = (ids: readonly string[]) =>
  app.database.query(
    "SELECT 1 FROM gateway.booking_notifications WHERE booking_id = ANY ($1) AND kind = 'change'",
    [ids],
  );

test("a preview reports what the move then does, and changes nothing", async () => {
  const { desk, providerId, bookingIds } = await openTuesday();
  const preview = await run(desk, providerId, "shift", { preview: true });
  expect(preview).toMatchObject({ preview: true, moved: 3, failed: 0 });
  expect(startsOf(preview)).toEqual(times.map((time) => `2026-01-13T${time}:00.000Z`));
  expect(await notices(bookingIds)).toHaveLength(0);
  const before = await desk.read("booking", { bookingId: bookingIds[0] }, "startsAt version");
  expect(before).toEqual({ startsAt: "2026-01-06T09:00:00.000Z", version: 1 });
  expect(await run(desk, providerId, "shift")).toEqual({ ...preview, preview: false });
  expect(await notices(bookingIds)).toHaveLength(3);
  expect((await run(desk, providerId, "shift")).results).toEqual([]);
});

test("bookings are shifted past each other, and those without a place stay and are reported", async () => {
  const { desk, serviceId, providerId, bookingIds } = await openTuesday();
  const next = await bookWith(desk, serviceId, providerId, "12:00", "2026-01-08");
  await bookWith(desk, serviceId, providerId, "10:00", "2026-01-09");
  const both = { from: tuesday.from, to: "2026-01-08T13:00:00.000Z", shiftDays: 2 };
  const moved = await run(desk, providerId, "shift", both);
  expect(startsOf(moved)).toEqual([
    "2026-01-08T09:00:00.000Z",
    "2026-01-08T10:00:00.000Z",
    "2026-01-08T12:00:00.000Z",
    "2026-01-10T12:00:00.000Z",
  ]);
  expect(moved.results[3]).toMatchObject({ bookingId: next, ok: true });
  const day = { from: "2026-01-08T00:00:00.000Z", to: "2026-01-09T00:00:00.000Z", shiftDays: 1 };
  const partly = await run(desk, providerId, "shift", { ...day, reason: "Ill" });
  expect([partly.moved, partly.failed]).toEqual([2, 1]);
  expect(partly.results[1]).toEqual({
    bookingId: bookingIds[1],
    ok: false,
    oldStart: "2026-01-08T10:00:00.000Z",
    newStart: null,
    providerId,
    error: "SLOT_TAKEN",
  });
  const stays = await desk.read("booking", { bookingId: bookingIds[1] }, "startsAt reason");
  expect(stays).toEqual({ startsAt: "2026-01-08T10:00:00.000Z", reason: null });
  expect((await desk.read("booking", { bookingId: bookingIds[0] }, "reason")).reason).toBe("Ill");
});

test("the next free slots after the period are taken in order, around other bookings", async () => {
  const { desk, serviceId, providerId } = await openTuesday();
  await bookWith(desk, serviceId, providerId, "10:00", "2026-01-07");
  expect(startsOf(await run(desk, providerId, "next_free"))).toEqual([
    "2026-01-07T09:00:00.000Z",
    "2026-01-07T11:00:00.000Z",
    "2026-01-07T12:00:00.000Z",
  ]);
});

test("bookings go to colleagues who are free at the same time", async () => {
  const { desk, serviceId, providerId, colleagueId, bookingIds } = await openTuesday();
  await bookWith(desk, serviceId, colleagueId, "10:00");
  const { results } = await run(desk, providerId, "reassign");
  expect(results).toMatchObject([
    { ok: true, providerId: colleagueId, newStart: "2026-01-06T09:00:00.000Z" },
    { ok: false, providerId, error: "SLOT_TAKEN", bookingId: bookingIds[1] },
    { ok: true, providerId: colleagueId },
  ]);
  const back = await run(desk, colleagueId, "reassign", { reassignTo: providerId });
  expect([back.moved, back.failed]).toEqual([2, 1]);
});

test("a replay moves nothing again, and of two moves at once each booking moves once", async () => {
  const { desk, providerId, bookingIds } = await openTuesday();
  const input = { providerId, ...tuesday, strategy: new Word("shift"), shiftDays: 1 };
  const week = { ...input, to: "2026-01-12T00:00:00.000Z" };
  const first = await desk.ask("bulkRescheduleBookings", week, shown, "bulk-1");
  const replay = await desk.ask("bulkRescheduleBookings", week, shown, "bulk-1");
  expect(replay.data).toEqual(first.data);
  expect(startsOf(first.data.bulkRescheduleBookings)[0]).toBe("2026-01-07T09:00:00.000Z");
  const wednesday = { ...input, from: "2026-01-07T00:00:00.000Z", to: "2026-01-08T00:00:00.000Z" };
  const twice = await Promise.all([1, 2].map(() => desk.ask("bulkRescheduleBookings", wednesday, shown)));
  const moved = twice.map(({ data }) => data.bulkRescheduleBookings.moved as number);
  expect(moved.toSorted((a, b) => a - b)).toEqual([0, 3]);
  expect((await desk.read("booking", { bookingId: bookingIds[2] }, "startsAt version")).version).toBe(3);
});

test("the period is at most 31 days, and the providers are the account's own", async () => {
  const { desk, providerId } = await openTuesday(1);
  const ask = (over: object) =>
    desk.ask(
      "bulkRescheduleBookings",
      { providerId, ...tuesday, strategy: new Word("reassign"), ...over },
      "moved",
    );
  const codes = async (...over: object[]) => Promise.all(over.map(async (one) => (await ask(one)).code));
  const long = { to: "2026-02-07T00:00:01.000Z" };
  expect(await codes({ to: tuesday.from }, long, { reassignTo: providerId })).toEqual(
    Array.from({ length: 3 }, () => "VALIDATION_ERROR"),
  );
  const other = await openTuesday(1);
  const foreign = await ask({ reassignTo: other.providerId });
  const missing = await ask({ reassignTo: "prv_missing" });
  expect([foreign.code, foreign.error!.message]).toEqual([missing.code, missing.error!.message]);
  expect(missing.code).toBe("NOT_FOUND");
});
