import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agendaDay, type AgendaItem } from "../../../subgraphs/gateway/booking/agenda/agenda-day.ts";
import type { WorkingHours } from "../../../subgraphs/gateway/booking/availability/slots.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createScheduler, openService } from "./schedulers.ts";

const everyDay = (from: number, to: number, timezone: string): WorkingHours => ({
  timezone,
  weekly: [
    {
      effectiveFrom: "2020-01-01",
      intervals: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
    },
  ],
  overrides: new Map(),
});
const at = (text: string) => Date.parse(text);
const item = (kind: AgendaItem["kind"], start: string, end: string, bufferMin = 0): AgendaItem => ({
  kind,
  start: at(start),
  end: at(end),
  block: { start: at(start) - bufferMin * 60_000, end: at(end) + bufferMin * 60_000 },
});

describe("a day of the agenda", () => {
  test.each([
    ["2026-03-08", 1_380, 300],
    ["2026-03-09", 1_440, 360],
    ["2026-11-01", 1_500, 420],
  ])(
    "%s in New York has %i minutes, and %i of them are work from midnight to six",
    (date, dayMinutes, workingMinutes) => {
      const zone = "America/New_York";
      expect(agendaDay(date, zone, everyDay(0, 360, zone), [])).toMatchObject({
        dayMinutes,
        workingMinutes,
        gapMinutes: workingMinutes,
        utilizationPercent: 0,
      });
    },
  );

  test("that begins in a skipped hour begins when clocks go on", () => {
    const zone = "America/New_York";
    const { hours } = agendaDay("2026-03-08", zone, everyDay(150, 300, zone), []);
    expect(hours).toEqual([{ start: at("2026-03-08T07:00:00Z"), end: at("2026-03-08T09:00:00Z") }]);
  });

  test("has the end of a night before it, and the beginning of the next", () => {
    const { hours } = agendaDay("2026-01-06", "UTC", everyDay(22 * 60, 2 * 60, "UTC"), []);
    expect(hours).toEqual([
      { start: at("2026-01-06T00:00:00Z"), end: at("2026-01-06T02:00:00Z") },
      { start: at("2026-01-06T22:00:00Z"), end: at("2026-01-07T00:00:00Z") },
    ]);
  });

  test("of another zone has the working hours by their own clock", () => {
    const { hours } = agendaDay("2026-01-06", "Asia/Tokyo", everyDay(540, 1_020, "America/New_York"), []);
    expect(hours).toEqual([
      { start: at("2026-01-05T15:00:00Z"), end: at("2026-01-05T22:00:00Z") },
      { start: at("2026-01-06T14:00:00Z"), end: at("2026-01-06T15:00:00Z") },
    ]);
  });

  test("the agenda counts booked, blocked and free minutes, with buffers and overlaps once", () => {
    const day = agendaDay("2026-01-06", "UTC", everyDay(540, 1_020, "UTC"), [
      item("booking", "2026-01-06T10:00:00Z", "2026-01-06T11:00:00Z", 15),
      item("booking", "2026-01-06T10:00:00Z", "2026-01-06T11:00:00Z", 15),
      item("hold", "2026-01-06T12:00:00Z", "2026-01-06T12:30:00Z"),
      item("blocked", "2026-01-06T15:00:00Z", "2026-01-06T23:00:00Z"),
      item("booking", "2026-01-07T10:00:00Z", "2026-01-07T11:00:00Z"),
    ]);
    expect(day.items).toHaveLength(4);
    expect(day).toMatchObject({
      workingMinutes: 480,
      bookedMinutes: 60,
      blockedMinutes: 120,
      utilizationPercent: 16.7,
    });
    expect(day.gapMinutes).toBe(480 - 90 - 30 - 120);
    expect(
      agendaDay("2026-01-06", "UTC", everyDay(540, 1_020, "UTC"), [
        item("blocked", "2026-01-06T00:00:00Z", "2026-01-08T00:00:00Z"),
      ]).utilizationPercent,
    ).toBeNull();
  });

  test("taken and free minutes partition a provider's working time", () => {
    const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "UTC"];
    const days = fc
      .integer({ min: 0, max: 730 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
    const minutes = fc.integer({ min: 0, max: 1_439 });
    const items = fc.array(
      fc.record({
        kind: fc.constantFrom("booking" as const, "hold" as const, "blocked" as const),
        from: fc.integer({ min: -1_500, max: 3_000 }),
        length: fc.integer({ min: 1, max: 900 }),
        buffer: fc.integer({ min: 0, max: 60 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        days,
        minutes,
        minutes,
        items,
        (zone, own, date, from, to, drawn) => {
          const all = drawn.map(({ kind, from: first, length, buffer }) => {
            const start = at(`${date}T00:00:00Z`) + first * 60_000;
            const end = start + length * 60_000;
            return {
              kind,
              start,
              end,
              block: { start: start - buffer * 60_000, end: end + buffer * 60_000 },
            };
          });
          const day = agendaDay(date, zone, everyDay(from, to, own), all);
          const has = (stretches: readonly { start: number; end: number }[], moment: number) =>
            stretches.filter(({ start, end }) => start <= moment && moment < end).length;
          for (let moment = day.day.start; moment < day.day.end; moment += 7 * 60_000) {
            const [atWork, isLeft] = [has(day.hours, moment), has(day.gaps, moment)];
            const isTaken =
              has(
                all.map(({ block }) => block),
                moment,
              ) > 0;
            expect(atWork).toBeLessThanOrEqual(1);
            expect(isLeft).toBe(atWork === 1 && !isTaken ? 1 : 0);
          }
          expect(day.utilizationPercent ?? 0).toBeLessThanOrEqual(100);
          expect(day.utilizationPercent ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("get_agenda", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openSharedApp();
  });
  afterAll(() => app?.close());

  test("shows a day of everybody: bookings, holds, blocked and imported time, gaps and utilization", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds } = await openService(account, { bufferAfterMin: 30 }, { providers: 2 });
    const [one, other] = providerIds;
    const client = { serviceId, providerId: one, clientEmail: "ana@client.example", date: "2026-01-06" };
    const { bookingId } = await account.act("create_booking", { ...client, time: "09:00" });
    const gone = await account.act("create_booking", { ...client, time: "12:00" });
    await account.act("cancel_booking", { bookingId: gone.bookingId });
    const hold = await account.act("hold_slot", {
      serviceId,
      providerId: one,
      start: "2026-01-06T13:00:00.000Z",
    });
    await account.act("block_provider_time", {
      providerId: one,
      from: "2026-01-06T16:00:00.000Z",
      to: "2026-01-06T20:00:00.000Z",
      reason: "Training",
    });
    const ics =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:School\nDTSTART:20260106T150000\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR\n";
    await account.act("import_busy_calendar", { providerId: one, ics, source: "private" });
    const agenda = (await app.get("/agenda?date=2026-01-06", account.headers)).body;
    expect([agenda.from, agenda.to, agenda.days.length]).toEqual(["2026-01-06", "2026-01-06", 2]);
    const sheet = agenda.days.find(({ providerId }: { providerId: string }) => providerId === one);
    expect(sheet).toMatchObject({
      timezone: "Europe/London",
      dayMinutes: 1_440,
      workingMinutes: 480,
      bookedMinutes: 60,
      blockedMinutes: 120,
      utilizationPercent: 16.7,
    });
    expect(sheet.entries).toMatchObject([
      {
        kind: "booking",
        id: bookingId,
        status: "confirmed",
        serviceName: "Haircut",
        localStart: "2026-01-06T09:00",
      },
      { kind: "hold", id: hold.holdId, status: null, localStart: "2026-01-06T13:00" },
      { kind: "blocked", reason: "School", source: "private", localEnd: "2026-01-06T16:00" },
      { kind: "blocked", reason: "Training", source: null },
    ]);
    const local = ({ localStart, localEnd }: { localStart: string; localEnd: string }) =>
      `${localStart.slice(11)}-${localEnd.slice(11)}`;
    expect(sheet.gaps.map(local)).toEqual(["10:30-13:00", "14:30-15:00"]);
    const free = agenda.days.find(({ providerId }: { providerId: string }) => providerId === other);
    expect(free.gaps.map(local)).toEqual(["09:00-17:00"]);
    const later = await account
      .at("2026-01-05T06:20:00.000Z")
      .act("get_agenda", { date: "2026-01-06", providerId: one });
    expect(later.days[0].entries.map(({ kind }: { kind: string }) => kind)).not.toContain("hold");
    expect(later.days[0].entries[1].reason).toEqual({ untrustedText: "School" });
  });

  test("the agenda shows a range in another zone and rejects one that is too long", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds } = await openService(account);
    const [providerId] = providerIds;
    await account.act("create_booking", {
      serviceId,
      date: "2026-01-06",
      time: "16:00",
      clientEmail: "a@client.example",
    });
    const range = { date: "2026-01-05", to: "2026-01-07", providerId, timezone: "Asia/Tokyo" };
    const { days } = await account.act("get_agenda", range);
    expect(
      days.map((one: { date: string; entries: { localStart: string }[] }) => [
        one.date,
        one.entries.map(({ localStart }) => localStart),
      ]),
    ).toEqual([
      ["2026-01-05", []],
      ["2026-01-06", []],
      ["2026-01-07", ["2026-01-07T01:00"]],
    ]);
    for (const [to, path] of [
      ["2026-01-04", "to"],
      ["2026-02-05", "to"],
    ] as const) {
      const { status, body } = await account.ask("get_agenda", { ...range, to });
      expect([status, body.details.fields[0].path]).toEqual([400, path]);
    }
    const stranger = await createScheduler(app);
    expect((await stranger.act("get_agenda", { date: "2026-01-06", providerId })).days).toEqual([]);
    expect((await stranger.act("get_agenda", { date: "2026-01-06" })).days).toEqual([]);
  });
});
