import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createScheduler, openService } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const slot = { date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };
const timesOf = (answer: { slots: { time: string }[] }) => answer.slots.map(({ time }) => time);

test("from an empty account to a kept appointment, by tools alone", async () => {
  const account = await createScheduler(app);
  const { act } = account;
  expect((await act("list_services")).services).toEqual([]);
  const { serviceId, providerIds } = await openService(account);
  await act("set_cancellation_policy", { serviceId, tiers: [{ hoursBefore: 24, feePercent: 50 }] });
  await act("create_reminder_schedule", { serviceId, offsetsMinutes: [1440, 60], template: "See you soon!" });
  expect(timesOf(await act("check_availability", { serviceId, date: slot.date }))).toEqual(
    ["09", "10", "11", "12", "13", "14", "15", "16"].map((hour) => `${hour}:00`),
  );
  const made = await act("create_booking", { ...slot, serviceId });
  expect(made).toEqual({ bookingId: expect.stringMatching(/^bkg_/), confirmed: true });
  expect(timesOf(await act("check_availability", { serviceId, date: slot.date }))).not.toContain("10:00");
  const booking = await act("get_booking", { bookingId: made.bookingId });
  expect(booking).toMatchObject({
    status: "confirmed",
    providerId: providerIds[0],
    startsAt: "2026-01-06T10:00:00.000Z",
    endsAt: "2026-01-06T11:00:00.000Z",
    timezone: "Europe/London",
    localStart: "2026-01-06T10:00",
    price: 40,
  });
  const planned = (await act("list_sent_notifications", { bookingId: made.bookingId })).notifications;
  expect(planned.map((one: { kind: string; dueAt: string }) => [one.kind, one.dueAt]).sort()).toEqual([
    ["confirmation", "2026-01-05T06:00:00.000Z"],
    ["reminder", "2026-01-05T10:00:00.000Z"],
    ["reminder", "2026-01-06T09:00:00.000Z"],
  ]);
  const moved = await act("reschedule_booking", {
    bookingId: made.bookingId,
    date: "2026-01-07",
    time: "16:00",
  });
  expect(moved).toMatchObject({ id: made.bookingId, icsSequence: 1, startsAt: "2026-01-07T16:00:00.000Z" });
  expect(timesOf(await act("check_availability", { serviceId, date: slot.date }))).toContain("10:00");
  const after = account.at("2026-01-07T16:05:00.000Z");
  const arrived = "2026-01-07T15:58:00.000Z";
  const { bookingId } = made;
  const early = await after.ask("check_in_booking", { bookingId, at: "2026-01-07T16:06:00.000Z" });
  expect(early.body.details).toMatchObject({ rule: "in_the_future" });
  expect(await after.act("check_in_booking", { bookingId, at: arrived })).toMatchObject({
    status: "checked_in",
    checkedInAt: arrived,
    completedAt: null,
  });
  const before = await after.ask("complete_booking", { bookingId, at: "2026-01-07T15:57:00.000Z" });
  expect(before.body.details).toMatchObject({ rule: "too_early" });
  expect(await after.act("complete_booking", { bookingId })).toMatchObject({
    status: "completed",
    checkedInAt: arrived,
    completedAt: "2026-01-07T16:05:00.000Z",
  });
  const messages = (from?: string, to?: string) => act("list_sent_notifications", { bookingId, from, to });
  const { total, notifications } = await messages();
  const { createdAt } = notifications.at(-1);
  expect([(await messages(createdAt)).total, (await messages(undefined, createdAt)).total]).toEqual([
    total,
    0,
  ]);
  expect((await act("list_bookings", { status: "completed" })).total).toBe(1);
});

describe("POST /bookings", () => {
  test("answers 201 with exactly bookingId and confirmed, in both forms of its path", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const first = await app.post("/bookings", { ...slot, serviceId }, account.headers);
    expect([first.status, first.body]).toEqual([201, { bookingId: expect.any(String), confirmed: true }]);
    const { "x-app-id": _, ...headers } = account.headers;
    const second = await app.post(
      "/a/event-manager/bookings",
      { ...slot, time: "11:00", serviceId },
      headers,
    );
    expect(second.status).toBe(201);
    const foreign = await app.post(
      "/bookings",
      { ...slot, time: "12:00", serviceId },
      { ...headers, "x-app-id": "invoicer" },
    );
    expect([foreign.status, foreign.body.code]).toEqual([403, "APP_MISMATCH"]);
  });

  test("a replay books once and charges once", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const headers = { ...account.headers, "idempotency-key": "once" };
    const answers = [];
    for (let index = 0; index < 3; index++)
      answers.push(await app.post("/bookings", { ...slot, serviceId }, headers));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[2]!.headers["idempotent-replayed"]).toBe("true");
    expect((await account.act("list_bookings")).total).toBe(1);
    const [charged] = await app.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM hub.credit_entries e JOIN hub.credit_accounts a ON a.id = e.account_id
       WHERE a.owner_id = $1 AND e.operation = 'booking.create'`,
      [account.ownerId],
    );
    expect(charged!.n).toBe(1);
  });

  test.each([
    ["a start off the grid", { time: "10:30" }, "OUTSIDE_HOURS"],
    ["a start outside of the hours", { time: "20:00" }, "OUTSIDE_HOURS"],
    ["a start without the notice", { date: "2026-01-05", time: "09:00" }, "TOO_SOON"],
    ["a start that has passed", { date: "2026-01-01" }, "TOO_SOON"],
    ["a start too far away", { date: "2027-01-06" }, "TOO_FAR"],
  ])("%s is refused with three alternatives that can be booked", async (_name, over, code) => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, { minNoticeMin: 240 });
    const { status, body } = await app.post("/bookings", { ...slot, ...over, serviceId }, account.headers);
    expect([status, body.code]).toEqual([409, code]);
    expect(body.details.alternatives).toHaveLength(3);
    for (const { date, time } of body.details.alternatives) {
      expect((await account.ask("create_booking", { ...slot, date, time, serviceId })).status).toBe(200);
    }
  });

  test("a time that does not exist is refused with the nearest ones, and one that exists twice means the first", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(
      account,
      { durationMin: 30, maxAdvanceDays: 400 },
      { timezone: "America/New_York", from: "00:00", to: "06:00" },
    );
    const missing = await account.ask("create_booking", {
      ...slot,
      serviceId,
      date: "2026-03-08",
      time: "02:30",
    });
    expect([missing.status, missing.body.code]).toEqual([422, "LOCAL_TIME_DOES_NOT_EXIST"]);
    expect(missing.body.details.nearest).toEqual([
      { date: "2026-03-08", time: "01:30" },
      { date: "2026-03-08", time: "03:30" },
    ]);
    const twice = { ...slot, serviceId, date: "2026-11-01", time: "01:30" };
    const first = await account.act("create_booking", twice);
    const second = await account.act("create_booking", { ...twice, fold: 1 });
    const startOf = async (bookingId: string) => (await account.act("get_booking", { bookingId })).startsAt;
    expect(await startOf(first.bookingId)).toBe("2026-11-01T05:30:00.000Z");
    expect(await startOf(second.bookingId)).toBe("2026-11-01T06:30:00.000Z");
  });

  test("the time is read by the named zone, else by the service's", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const { bookingId } = await account.act("create_booking", {
      ...slot,
      serviceId,
      time: "05:00",
      timezone: "America/New_York",
    });
    expect(await account.act("get_booking", { bookingId })).toMatchObject({
      startsAt: "2026-01-06T10:00:00.000Z",
      localStart: "2026-01-06T05:00",
      timezone: "America/New_York",
    });
  });
});

describe("of callers at once", () => {
  const clients = Array.from({ length: 50 }, (_, index) => `client${index}@client.example`);

  test("of fifty concurrent requests one books the slot and the others get alternatives", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const answers = await Promise.all(
      clients.map((clientEmail) => account.ask("create_booking", { ...slot, clientEmail, serviceId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["SLOT_TAKEN"]));
    for (const { body } of refused) expect(body.details.alternatives).toHaveLength(3);
    expect((await account.act("list_bookings")).total).toBe(1);
    // Requests that lost the slot before their turn in the queue placed no credit hold.
    const holds = await app.database.query(
      "SELECT 1 FROM hub.credit_holds WHERE owner_id = $1 AND operation = 'booking.create'",
      [account.ownerId],
    );
    expect(holds).toHaveLength(1);
  });

  test("each retry with its own key gets its first response, also when the slot is free again", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const send = (key: string) =>
      app.tool("create_booking", { ...slot, serviceId }, { ...account.headers, "idempotency-key": key });
    const keys = clients.slice(0, 10).map(() => newId("key"));
    const first = await Promise.all([...keys, ...keys].map(send));
    const won = first.findIndex(({ status }) => status === 200);
    // One row in the audit log for each key, in the transaction that stores its response; none for a replay.
    const rows = await app.database.query(
      `SELECT coalesce(code, outcome) AS code, count(*)::int AS count FROM gateway.audit_log
       WHERE owner_id = $1 AND action = 'createBooking' GROUP BY 1 ORDER BY 1`,
      [account.ownerId],
    );
    expect(rows).toEqual([
      { code: "SLOT_TAKEN", count: 9 },
      { code: "ok", count: 1 },
    ]);
    await account.act("cancel_booking", { bookingId: first[won]!.body.bookingId, cancelledBy: "provider" });
    const again = await Promise.all([...keys, ...keys].map(send));
    for (const [index, { status, body }] of again.entries()) {
      const before = first[index]!;
      expect([status, body.code, body.bookingId]).toEqual([
        before.status,
        before.body.code,
        before.body.bookingId,
      ]);
    }
    expect(again.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test("as many have it as there are providers, the next of whom is tried", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds } = await openService(account, {}, { providers: 3 });
    const answers = await Promise.all(
      clients
        .slice(0, 20)
        .map((clientEmail) => account.ask("create_booking", { ...slot, clientEmail, serviceId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const { bookings } = await account.act("list_bookings");
    expect(bookings.map(({ providerId }: { providerId: string }) => providerId).sort()).toEqual(providerIds);
  });

  test("a session never has more seats taken than there are", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, { capacity: 5 });
    const answers = await Promise.all(
      clients
        .slice(0, 12)
        .map((clientEmail) => account.ask("create_booking", { ...slot, clientEmail, serviceId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const { bookings } = await account.act("list_bookings");
    await account.act("cancel_booking", { bookingId: bookings[0].id, cancelledBy: "provider" });
    expect(
      (await account.act("check_availability", { serviceId, date: slot.date })).slots[1].capacityLeft,
    ).toBe(1);
    expect((await account.ask("create_booking", { ...slot, serviceId, partySize: 2 })).body.code).toBe(
      "SLOT_TAKEN",
    );
    expect((await account.ask("create_booking", { ...slot, serviceId })).status).toBe(200);
  });

  test("two that change places keep one of them where it was", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    const ten = await account.act("create_booking", { ...slot, serviceId });
    const eleven = await account.act("create_booking", { ...slot, serviceId, time: "11:00" });
    const moves = await Promise.all([
      account.ask("reschedule_booking", { ...ten, confirmed: undefined, date: slot.date, time: "11:00" }),
      account.ask("reschedule_booking", { ...eleven, confirmed: undefined, date: slot.date, time: "10:00" }),
    ]);
    expect(moves.map(({ body }) => body.code)).toEqual(["SLOT_TAKEN", "SLOT_TAKEN"]);
    expect((await account.act("list_bookings", { status: "confirmed" })).total).toBe(2);
  });
});
