import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  startsWithin,
  seatsLeft,
  type WorkingHours,
} from "../../../subgraphs/gateway/booking/availability/slots.ts";
import { momentsOf, wallClockOf } from "../../../subgraphs/gateway/base/wall-clock.ts";
import { hasOverlap, weekPositions } from "../../../subgraphs/gateway/booking/setup/week.ts";
import {
  cancellationFee,
  fallsWithTime,
  noShowFee,
} from "../../../subgraphs/gateway/booking/bookings/cancellation-fee.ts";

const iso = (moments: number[]) => moments.map((at) => new Date(at).toISOString().replace(".000Z", "Z"));
const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe("what a wall-clock time means", () => {
  test.each([
    ["America/New_York", "2026-03-08", "02:30", []],
    ["America/New_York", "2026-11-01", "01:30", ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]],
    ["Europe/London", "2026-03-29", "01:30", []],
    ["Europe/London", "2026-10-25", "01:30", ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]],
    ["Australia/Lord_Howe", "2026-10-04", "02:15", []],
    ["Australia/Lord_Howe", "2026-10-04", "02:30", ["2026-10-03T15:30:00Z"]],
    ["America/Phoenix", "2026-03-08", "02:30", ["2026-03-08T09:30:00Z"]],
    ["America/New_York", "2026-07-01", "09:00", ["2026-07-01T13:00:00Z"]],
    ["America/New_York", "2026-12-01", "09:00", ["2026-12-01T14:00:00Z"]],
  ])("%s %s %s", (zone, date, time, expected) => {
    expect(iso(momentsOf(date, minute(time), zone))).toEqual(expected);
  });

  const zones = [
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kolkata",
    "UTC",
  ];
  test("it is every moment at which clocks show it, and no other", () => {
    const days = fc
      .integer({ min: 0, max: 800 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, fc.integer({ min: 0, max: 1439 }), (zone, date, at) => {
        const plain = Temporal.PlainDate.from(date).toPlainDateTime({
          hour: Math.floor(at / 60),
          minute: at % 60,
        });
        const candidates = (["earlier", "later"] as const).map((disambiguation) =>
          plain.toZonedDateTime(zone, { disambiguation }),
        );
        const shown = candidates
          .filter((one) => one.toPlainDateTime().equals(plain))
          .map((one) => one.epochMilliseconds);
        expect(momentsOf(date, at, zone)).toEqual([...new Set(shown)].sort((a, b) => a - b));
      }),
    );
  });

  test("a moment's wall clock means that moment again, with its fold", () => {
    const moments = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, at) => {
        const { date, time, fold } = wallClockOf(at * 60_000, zone);
        expect(momentsOf(date, minute(time), zone)[fold]).toBe(at * 60_000);
      }),
    );
  });
});

describe("starts of working hours", () => {
  const hours = (from: string, to: string, timezone = "America/New_York"): WorkingHours => ({
    timezone,
    weekly: [
      {
        effectiveFrom: "2025-01-01",
        intervals: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: minute(from), to: minute(to) })),
      },
    ],
    overrides: new Map(),
  });
  const dayOf = (date: string, zone: string) => ({
    start: Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
    end: Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  });
  const halfHour = { durationMin: 30, slotStepMin: 30 };

  test.each([
    ["2026-03-07", 48],
    ["2026-03-08", 46],
    ["2026-11-01", 50],
  ])("a whole day of half hours in New York on %s has %i", (date, count) => {
    const starts = startsWithin(dayOf(date, "America/New_York"), hours("00:00", "24:00"), halfHour);
    expect(starts).toHaveLength(count);
    expect(new Set(starts).size).toBe(count);
  });

  // The weeks of both changes: an hour in America and Europe, half an hour on Lord Howe Island, and in Chile near midnight.
  test.each([
    ["America/New_York", "2026-03-08", "2026-11-01"],
    ["Europe/London", "2026-03-29", "2026-10-25"],
    ["Australia/Lord_Howe", "2026-10-04", "2026-04-05"],
    ["America/Santiago", "2026-09-06", "2026-04-05"],
  ])("in the weeks in which clocks change in %s, hours keep their local times", (zone, forward, back) => {
    const slotTimes = (from: string, to: string, date: string) =>
      startsWithin(dayOf(date, zone), hours(from, to, zone), halfHour).map((at) => wallClockOf(at, zone));
    for (const change of [forward, back]) {
      for (let offset = -3; offset <= 3; offset++) {
        const date = Temporal.PlainDate.from(change).add({ days: offset }).toString();
        const times = slotTimes("09:00", "12:00", date);
        expect(times.map(({ time }) => time)).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"]);
        expect(new Set(times.map((one) => one.date))).toEqual(new Set([date]));
        // Whatever the clocks skip or show twice, starts are half an hour apart and none is lost.
        const { start, end } = dayOf(date, zone);
        const whole = startsWithin({ start, end }, hours("00:00", "24:00", zone), halfHour);
        expect(whole).toHaveLength(Math.round((end - start) / 1_800_000));
        expect(whole.every((at, index) => index === 0 || at === (whole[index - 1] ?? 0) + 1_800_000)).toBe(
          true,
        );
      }
    }
  });

  test("a weekly 12:30 stays at 12:30 over both changes of the clock", () => {
    for (const date of ["2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02"]) {
      const starts = startsWithin(dayOf(date, "America/New_York"), hours("12:30", "13:00"), halfHour);
      expect(starts.map((at) => wallClockOf(at, "America/New_York"))).toEqual([
        { date, time: "12:30", fold: 0 },
      ]);
    }
  });

  test("working hours past midnight extend into the next day, and an override replaces the hours of its own date only", () => {
    const night = hours("22:00", "02:00", "UTC");
    const at = (text: string) => Date.parse(`${text}:00Z`);
    const within = { start: at("2026-01-06T00:00"), end: at("2026-01-07T00:00") };
    const hourly = { durationMin: 60, slotStepMin: 60 };
    expect(iso(startsWithin(within, night, hourly)).map((text) => text.slice(11, 16))).toEqual([
      "00:00",
      "01:00",
      "22:00",
      "23:00",
    ]);
    const closed = { ...night, overrides: new Map([["2026-01-06", []]]) };
    expect(iso(startsWithin(within, closed, hourly)).map((text) => text.slice(11, 16))).toEqual([
      "00:00",
      "01:00",
    ]);
  });

  test("starts are in order, without repeats, and end before the interval does", () => {
    const shape = fc.record({
      durationMin: fc.integer({ min: 5, max: 240 }),
      slotStepMin: fc.integer({ min: 5, max: 120 }),
    });
    const dates = fc.constantFrom("2026-03-08", "2026-11-01", "2026-06-15");
    fc.assert(
      fc.property(dates, shape, (date, wanted) => {
        const starts = startsWithin(dayOf(date, "America/New_York"), hours("00:00", "06:00"), wanted);
        const end = momentsOf(date, 360, "America/New_York")[0]!;
        for (const [index, at] of starts.entries()) {
          if (index > 0) expect(at).toBeGreaterThan(starts[index - 1]!);
          expect(at + wanted.durationMin * 60_000).toBeLessThanOrEqual(end);
        }
      }),
    );
  });
});

test("between two bookings lie at least the buffer after the one and the buffer before the other", () => {
  const shape = { durationMin: 60, slotStepMin: 15, bufferBeforeMin: 15, bufferAfterMin: 10, capacity: 1 };
  const taken = [{ start: -15 * 60_000, end: 70 * 60_000, sessionKey: "other", partySize: 1 }];
  const left = (min: number) => seatsLeft(min * 60_000, shape, "", { taken, away: [] });
  expect([left(84), left(85), left(-84), left(-85)]).toEqual([0, 1, 0, 1]);
});

test("intervals of a week overlap also over the end of Sunday", () => {
  const sunday = { weekday: 7, from: minute("22:00"), to: minute("02:00") };
  const monday = { weekday: 1, from: minute("01:00"), to: minute("03:00") };
  expect(hasOverlap(weekPositions([sunday, monday]))).toBe(true);
  expect(hasOverlap(weekPositions([sunday, { ...monday, from: minute("02:00") }]))).toBe(false);
});

describe("cancelling", () => {
  const policy = {
    tiers: [
      { hoursBefore: 2, feePercent: 100 },
      { hoursBefore: 24, feePercent: 50 },
    ],
    noShowFeePercent: 80,
  };
  const startsAt = new Date("2026-01-06T10:00:00Z");
  test.each([
    ["2026-01-05T09:59:59Z", 0],
    ["2026-01-05T10:00:00Z", 0],
    ["2026-01-05T10:00:01Z", 1667],
    ["2026-01-06T08:00:00Z", 1667],
    ["2026-01-06T08:00:01Z", 3333],
    ["2026-01-06T11:00:00Z", 3333],
  ])("at %s costs %i cents of 3333", (at, fee) => {
    expect(cancellationFee({ policy, priceMinor: 3333 }, startsAt, new Date(at))).toBe(fee);
  });

  test("cancelling is free without a policy, and a no-show has its own fee", () => {
    expect(cancellationFee({ policy: null, priceMinor: 3333 }, startsAt, startsAt)).toBe(0);
    expect([noShowFee(policy, 3333), noShowFee(null, 3333)]).toEqual([2666, 0]);
  });

  test("never costs more by being earlier, when the tiers fall with time", () => {
    const tiers = fc.uniqueArray(
      fc.record({
        hoursBefore: fc.integer({ min: 1, max: 200 }),
        feePercent: fc.integer({ min: 0, max: 100 }),
      }),
      { maxLength: 4, selector: (tier) => tier.hoursBefore },
    );
    fc.assert(
      fc.property(
        tiers,
        fc.array(fc.integer({ min: -10, max: 300 }), { minLength: 2, maxLength: 8 }),
        (some, hours) => {
          const sorted = some.toSorted((a, b) => a.hoursBefore - b.hoursBefore);
          fc.pre(fallsWithTime(sorted));
          const fees = hours
            .toSorted((a, b) => a - b)
            .map((before) =>
              cancellationFee(
                { policy: { tiers: sorted, noShowFeePercent: 0 }, priceMinor: 9999 },
                startsAt,
                new Date(startsAt.getTime() - before * 3_600_000),
              ),
            );
          expect(fees).toEqual(fees.toSorted((a, b) => b - a));
        },
      ),
    );
  });
});
