import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { momentsOf, wallClockOf } from "../../../subgraphs/gateway/base/wall-clock.ts";
import { seriesDates } from "../../../subgraphs/gateway/booking/series/series-dates.ts";
import { until } from "../../support/poll.ts";
import { refuseCaptures, settleJobsOf, settleNow } from "../charging/faults.ts";
import { createScheduler, openService } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const weekly = {
  clientEmail: "ana@client.example",
  startDate: "2026-03-16",
  time: "09:00",
  rrule: "FREQ=WEEKLY;COUNT=4",
};
const far = { maxAdvanceDays: 365 };

interface Made {
  id: string;
  startsAt: string;
  localStart: string;
  seriesId: string;
  status: string;
}
const startsOf = ({ bookings }: { bookings: Made[] }) =>
  bookings.map(({ startsAt }) => startsAt.slice(0, 16));

/** Credits that were taken of an account and are set aside, in hundredths. */
async function spentBy(ownerId: string) {
  const [row] = await app.database.query<{ taken: number; held: number }>(
    `SELECT coalesce((SELECT sum(-e.amount) FROM hub.credit_entries e JOIN hub.credit_accounts a ON a.id = e.account_id
              WHERE a.owner_id = $1 AND e.type = 'hold_capture' AND e.operation = 'booking.create'), 0)::int AS taken,
       coalesce((SELECT sum(h.amount) FROM hub.credit_holds h JOIN hub.credit_accounts a ON a.id = h.account_id
              WHERE a.owner_id = $1 AND h.status = 'pending'), 0)::int AS held`,
    [ownerId],
  );
  return row!;
}

test("a series keeps its local time across clock changes, and each booking is independent", async () => {
  const account = await createScheduler(app);
  const { act } = account;
  const { serviceId, providerIds } = await openService(account, far);
  await act("create_reminder_schedule", { serviceId, offsetsMinutes: [60], template: "Soon!" });
  const series = await act("create_booking_series", { ...weekly, serviceId });
  expect(series).toMatchObject({ timezone: "Europe/London", onConflict: "fail", skipped: [] });
  expect(startsOf(series)).toEqual([
    "2026-03-16T09:00",
    "2026-03-23T09:00",
    "2026-03-30T08:00",
    "2026-04-06T08:00",
  ]);
  expect(series.bookings.map((one: Made) => one.localStart.slice(11))).toEqual(Array(4).fill("09:00"));
  expect(new Set(series.bookings.map((one: Made) => one.seriesId))).toEqual(new Set([series.id]));

  const { notifications } = await act("list_sent_notifications");
  expect(notifications.map((one: { kind: string }) => one.kind).sort()).toEqual([
    "confirmation",
    "reminder",
    "reminder",
    "reminder",
    "reminder",
  ]);

  await act("create_booking", {
    serviceId,
    date: "2026-03-16",
    time: "10:00",
    clientEmail: "bo@client.example",
  });
  const [, second] = series.bookings as Made[];
  await act("cancel_booking", { bookingId: second!.id });
  const listed = await act("list_bookings", { seriesId: series.id });
  expect(listed.total).toBe(4);
  expect((await act("list_bookings", { seriesId: series.id, status: "confirmed" })).total).toBe(3);
  const read = await act("get_booking_series", { seriesId: series.id });
  expect(read.bookings.map(({ status }: Made) => status)).toEqual([
    "confirmed",
    "cancelled",
    "confirmed",
    "confirmed",
  ]);
  const { slots } = await act("check_availability", {
    serviceId,
    date: "2026-03-23",
    providerId: providerIds[0],
  });
  expect(slots.map(({ time }: { time: string }) => time)).toContain("09:00");
  const stranger = await createScheduler(app);
  expect((await stranger.ask("get_booking_series", { seriesId: series.id })).body.code).toBe("NOT_FOUND");
  expect((await stranger.act("list_bookings", { seriesId: series.id })).total).toBe(0);
});

describe("unavailable dates of a series", () => {
  test("an unavailable date fails the whole series with alternatives per date and no charge", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, far);
    await account.act("create_booking", {
      serviceId,
      date: "2026-03-23",
      time: "09:00",
      clientEmail: "bo@client.example",
    });
    const before = await spentBy(account.ownerId);
    const { status, body } = await account.ask("create_booking_series", { ...weekly, serviceId });
    expect([status, body.code]).toEqual([409, "SERIES_CONFLICT"]);
    expect(body.details.conflicts).toMatchObject([{ date: "2026-03-23", time: "09:00", code: "SLOT_TAKEN" }]);
    const [{ alternatives }] = body.details.conflicts;
    expect(alternatives).toHaveLength(3);
    expect(alternatives[0]).toMatchObject({ date: "2026-03-23", time: "10:00" });
    expect((await account.act("list_bookings")).total).toBe(1);
    expect(await spentBy(account.ownerId)).toEqual(before);
  });

  test("unavailable dates are skipped on request, and only booked dates are charged", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds } = await openService(account, { maxAdvanceDays: 90 });
    const [providerId] = providerIds;
    await account.act("add_date_override", { providerId, date: "2026-03-23", intervals: [] });
    await account.act("block_provider_time", {
      providerId,
      from: "2026-03-30T00:00:00.000Z",
      to: "2026-03-31T00:00:00.000Z",
    });
    const series = await account.act("create_booking_series", {
      ...weekly,
      serviceId,
      onConflict: "skip",
      rrule: "FREQ=WEEKLY;COUNT=5",
    });
    expect(startsOf(series)).toEqual(["2026-03-16T09:00"]);
    const skipped = series.skipped.map(({ date, code }: { date: string; code: string }) => [date, code]);
    expect(skipped).toEqual([
      ["2026-03-23", "OUTSIDE_HOURS"],
      ["2026-03-30", "SLOT_TAKEN"],
      ["2026-04-06", "TOO_FAR"],
      ["2026-04-13", "TOO_FAR"],
    ]);
    expect(await spentBy(account.ownerId)).toEqual({ taken: 50, held: 0 });
    const read = await account.act("get_booking_series", { seriesId: series.id });
    expect(read).toEqual(series);
  });

  test("alternatives exclude slots that the series itself takes", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, {}, { from: "09:00", to: "10:00" });
    await account.act("create_booking", {
      serviceId,
      date: "2026-03-18",
      time: "09:00",
      clientEmail: "bo@client.example",
    });
    const series = await account.act("create_booking_series", {
      ...weekly,
      serviceId,
      onConflict: "skip",
      rrule: "FREQ=DAILY;COUNT=5",
    });
    expect(series.bookings).toHaveLength(4);
    const [{ alternatives }] = series.skipped;
    const dates = alternatives.map(({ date }: { date: string }) => date);
    expect(dates).toEqual(["2026-03-14", "2026-03-15", "2026-03-21"]);
  });

  test("a series without any available date creates nothing", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, far);
    const night = { ...weekly, serviceId, time: "03:00", onConflict: "skip" };
    const { body } = await account.ask("create_booking_series", night);
    expect([body.code, body.details.conflicts.length]).toEqual(["SERIES_CONFLICT", 4]);
    expect(
      await app.database.query("SELECT 1 FROM gateway.booking_series WHERE owner_id = $1", [account.ownerId]),
    ).toEqual([]);
  });

  test("a non-existent local time is unavailable, an ambiguous one means its first occurrence", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(
      account,
      { maxAdvanceDays: 365 },
      { timezone: "America/New_York", from: "00:00", to: "05:00" },
    );
    const spring = {
      ...weekly,
      serviceId,
      startDate: "2026-03-07",
      time: "02:00",
      rrule: "FREQ=DAILY;COUNT=3",
      onConflict: "skip",
    };
    const series = await account.act("create_booking_series", spring);
    expect(startsOf(series)).toEqual(["2026-03-07T07:00", "2026-03-09T06:00"]);
    expect(series.skipped).toMatchObject([{ date: "2026-03-08", code: "LOCAL_TIME_DOES_NOT_EXIST" }]);
    const autumn = { ...spring, startDate: "2026-10-31", time: "01:00", onConflict: "fail" };
    expect(startsOf(await account.act("create_booking_series", autumn))).toEqual([
      "2026-10-31T05:00",
      "2026-11-01T05:00",
      "2026-11-02T06:00",
    ]);
  });
});

describe("concurrent requests for the same series", () => {
  test("of concurrent requests for one series one books all dates and the others none", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, far);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        account.ask("create_booking_series", {
          ...weekly,
          serviceId,
          clientEmail: `c${index}@client.example`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await account.act("list_bookings")).total).toBe(4);
    expect(await spentBy(account.ownerId)).toEqual({ taken: 200, held: 0 });
  });

  test("overlapping concurrent series never book a date twice", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account, far, { providers: 2 });
    const ask = (rrule: string, index: number) =>
      account.ask("create_booking_series", {
        ...weekly,
        serviceId,
        rrule,
        onConflict: "skip",
        clientEmail: `c${index}@client.example`,
      });
    const answers = await Promise.all([
      ask("FREQ=DAILY;COUNT=8", 0),
      ask("FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=4", 1),
      ask("FREQ=DAILY;INTERVAL=2;COUNT=4", 2),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const taken = await app.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM gateway.bookings WHERE owner_id = $1 AND status = 'confirmed'
       GROUP BY starts_at, provider_id`,
      [account.ownerId],
    );
    expect(new Set(taken.map(({ n }) => n))).toEqual(new Set([1]));
    const made = answers.reduce((sum, { body }) => sum + body.bookings.length, 0);
    const missed = answers.reduce((sum, { body }) => sum + body.skipped.length, 0);
    expect([made, made + missed]).toEqual([taken.length, 16]);
  });
});

test("a replayed series request books and charges once, also after a rejection", async () => {
  const account = await createScheduler(app, 10);
  const { serviceId } = await openService(account, far);
  const { taken } = await spentBy(account.ownerId);
  const headers = { ...account.headers, "idempotency-key": "one-series" };
  const answers = [];
  for (let index = 0; index < 3; index++)
    answers.push(await app.post("/booking-series", { ...weekly, serviceId }, headers));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[2]!.headers["idempotent-replayed"]).toBe("true");
  expect(await spentBy(account.ownerId)).toEqual({ taken: taken + 200, held: 0 });
  const again = { ...account.headers, "idempotency-key": "no-series" };
  for (let index = 0; index < 2; index++) {
    const refused = await app.post("/booking-series", { ...weekly, serviceId }, again);
    expect(refused.body.code).toBe("SERIES_CONFLICT");
  }
  expect(await spentBy(account.ownerId)).toEqual({ taken: taken + 200, held: 0 });
});

test("bookings are charged later and once when the ledger is unavailable", async () => {
  const account = await createScheduler(app);
  const { serviceId, providerIds } = await openService(account, far);
  await account.act("add_date_override", { providerId: providerIds[0], date: "2026-03-23", intervals: [] });
  const restore = await refuseCaptures(app.database, account.ownerId);
  const series = await account.act("create_booking_series", { ...weekly, serviceId, onConflict: "skip" });
  expect(series.bookings).toHaveLength(3);
  expect(await spentBy(account.ownerId)).toEqual({ taken: 0, held: 200 });
  await restore();
  await settleNow(app.database, account.ownerId);
  await until("the charge is settled", async () => {
    const jobs = await settleJobsOf(app.database, account.ownerId);
    return jobs.every(({ state }) => state === "completed");
  });
  expect(await spentBy(account.ownerId)).toEqual({ taken: 150, held: 0 });
});

test("an account without enough credits for the whole series books nothing", async () => {
  const account = await createScheduler(app, 8);
  const { serviceId } = await openService(account, far);
  const { status, body } = await account.ask("create_booking_series", {
    ...weekly,
    serviceId,
    rrule: "FREQ=DAILY;COUNT=30",
  });
  expect([status, body.code]).toEqual([402, "INSUFFICIENT_CREDITS"]);
  expect((await account.act("list_bookings")).total).toBe(0);
});

test.each([
  ["FREQ=WEEKLY", "COUNT or UNTIL"],
  ["FREQ=DAILY;COUNT=105", "at most 104"],
  ["FREQ=DAILY;UNTIL=20991231", "at most 104"],
  ["FREQ=DAILY;UNTIL=20260315", "at least one date"],
  ["FREQ=HOURLY;COUNT=3", "use DAILY, WEEKLY, MONTHLY or YEARLY"],
])("the rule %s is refused by its field", async (rrule, why) => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account, far);
  const { status, body } = await account.ask("create_booking_series", { ...weekly, serviceId, rrule });
  expect(status).toBe(400);
  expect(body.details.fields).toEqual([
    { path: "rrule", message: expect.stringContaining(why), rule: "rrule" },
  ]);
});

test("every date shows the wanted time, in any zone, and they are a week apart by the calendar", () => {
  const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 1, max: 60 }),
      (zone, day, minute, count) => {
        const startDate = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        const time = new Date(minute * 60_000).toISOString().slice(11, 16);
        const dates = seriesDates({ startDate, time, rrule: `FREQ=WEEKLY;COUNT=${count}` }, zone) as string[];
        expect(dates).toHaveLength(count);
        for (const [index, date] of dates.entries()) {
          expect((Date.parse(date) - Date.parse(startDate)) / 86_400_000).toBe(index * 7);
          for (const at of momentsOf(date, minute, zone))
            expect(wallClockOf(at, zone)).toMatchObject({ date, time });
        }
      },
    ),
  );
});
