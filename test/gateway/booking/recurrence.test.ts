import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weekdayOf } from "../../../subgraphs/gateway/base/wall-clock.ts";
import { datesOf, isWithin } from "../../../subgraphs/gateway/booking/busy-calendars/recurrence.ts";
import {
  parseRecurrence,
  type RecurrenceRule,
} from "../../../subgraphs/gateway/booking/busy-calendars/recurrence-rule.ts";
import { addDays } from "../../../src/time/local-date.ts";

const ruleOf = (text: string): RecurrenceRule => {
  const rule = parseRecurrence(text);
  if (typeof rule === "string") throw new Error(rule);
  return rule;
};
const dates = (text: string, start: string, from = start, to = "2028-01-01") => [
  ...datesOf(ruleOf(text), start, { from, to }),
];

describe("the dates of a rule", () => {
  test.each([
    ["FREQ=DAILY;COUNT=3", "2026-02-27", ["2026-02-27", "2026-02-28", "2026-03-01"]],
    ["FREQ=DAILY;INTERVAL=10;COUNT=3", "2026-01-25", ["2026-01-25", "2026-02-04", "2026-02-14"]],
    ["FREQ=WEEKLY;COUNT=3", "2026-01-06", ["2026-01-06", "2026-01-13", "2026-01-20"]],
    [
      "FREQ=WEEKLY;COUNT=4;BYDAY=FR,MO",
      "2026-01-06",
      ["2026-01-09", "2026-01-12", "2026-01-16", "2026-01-19"],
    ],
    ["FREQ=DAILY;COUNT=3;BYDAY=SA,SU", "2026-01-06", ["2026-01-10", "2026-01-11", "2026-01-17"]],
    // The two readings of RFC 5545, 3.8.5.3: every other week depends on the day that weeks begin on.
    [
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
      "1997-08-05",
      ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"],
    ],
    [
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
      "1997-08-05",
      ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
    ],
    ["RRULE:FREQ=weekly;count=1", "2026-01-06", ["2026-01-06"]],
    // Examples of RFC 5545, 3.8.5.3.
    ["FREQ=MONTHLY;COUNT=3;BYDAY=1FR", "1997-09-05", ["1997-09-05", "1997-10-03", "1997-11-07"]],
    [
      "FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU",
      "1997-09-07",
      ["1997-09-07", "1997-09-28", "1997-11-02", "1997-11-30"],
    ],
    ["FREQ=MONTHLY;COUNT=3;BYDAY=-2MO", "1997-09-22", ["1997-09-22", "1997-10-20", "1997-11-17"]],
    ["FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3", "1997-09-28", ["1997-09-28", "1997-10-29", "1997-11-28"]],
    [
      "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=2,15",
      "1997-09-02",
      ["1997-09-02", "1997-09-15", "1997-10-02", "1997-10-15"],
    ],
    ["FREQ=MONTHLY;COUNT=3;BYDAY=FR;BYMONTHDAY=13", "1997-09-02", ["1998-02-13", "1998-03-13", "1998-11-13"]],
    [
      "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
      "1997-09-04",
      ["1997-09-04", "1997-10-07", "1997-11-06"],
    ],
    [
      "FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
      "1997-09-29",
      ["1997-09-29", "1997-10-30", "1997-11-27"],
    ],
    // A month without the day has none.
    ["FREQ=MONTHLY;COUNT=4", "2026-01-31", ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]],
    ["FREQ=YEARLY;COUNT=3", "2024-02-29", ["2024-02-29", "2028-02-29", "2032-02-29"]],
    [
      "FREQ=YEARLY;COUNT=4;BYMONTH=6,7",
      "1997-06-10",
      ["1997-06-10", "1997-07-10", "1998-06-10", "1998-07-10"],
    ],
    ["FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19", ["1997-05-19", "1998-05-18", "1999-05-17"]],
    [
      "FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      "1996-11-05",
      ["1996-11-05", "2000-11-07", "2004-11-02"],
    ],
    ["FREQ=YEARLY;COUNT=2;BYMONTH=3;BYDAY=-1SU", "2026-01-01", ["2026-03-29", "2027-03-28"]],
    ["FREQ=DAILY;COUNT=3;BYMONTH=1", "2026-01-30", ["2026-01-30", "2026-01-31", "2027-01-01"]],
  ])("%s from %s", (text, start, expected) => {
    expect(dates(text, start, start, "2040-01-01")).toEqual(expected);
  });

  test("what can never fit ends at once", () => {
    expect(dates("FREQ=DAILY;INTERVAL=7;BYDAY=SU", "2026-01-06", "2026-01-06", "9999-12-31")).toEqual([]);
  });

  test.each([
    ["", "not a valid rule part"],
    ["FREQ=HOURLY", "use DAILY, WEEKLY, MONTHLY or YEARLY"],
    ["FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"],
    ["FREQ=MONTHLY;BYDAY=0MO", "BYDAY"],
    ["FREQ=YEARLY;BYMONTH=13", "BYMONTH"],
    ["FREQ=YEARLY;BYSETPOS=0", "BYSETPOS"],
    ["FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO is not supported"],
    ["COUNT=3", "FREQ is missing"],
    ["FREQ=DAILY;COUNT=0", "COUNT"],
    ["FREQ=DAILY;COUNT=5001", "COUNT"],
    ["FREQ=DAILY;INTERVAL=-1", "INTERVAL"],
    ["FREQ=DAILY;UNTIL=20260230", "UNTIL"],
    ["FREQ=DAILY;UNTIL=20260228;COUNT=2", "cannot be combined"],
    ["FREQ=WEEKLY;BYDAY=2MO", "BYDAY"],
    ["FREQ=DAILY;BYHOUR=9", "BYHOUR is not supported"],
    ["FREQ=DAILY;FREQ=WEEKLY", "occurs more than once"],
  ])("the rule %s is rejected", (text, why) => {
    expect(parseRecurrence(text)).toContain(why);
  });

  const rules = fc.record({
    unit: fc.constantFrom("day" as const, "week" as const),
    interval: fc.integer({ min: 1, max: 9 }),
    count: fc.option(fc.integer({ min: 1, max: 40 })),
    until: fc.constant(null),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    weekStart: fc.integer({ min: 1, max: 7 }),
    numberedWeekdays: fc.constant([]),
    months: fc.constant([]),
    monthDays: fc.constant([]),
    positions: fc.constant([]),
  });
  const starts = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays("2024-01-01", days));

  /** Day by day, with nothing clever. */
  function slowly(rule: RecurrenceRule, start: string, to: string): string[] {
    const found: string[] = [];
    const weekOf = (date: string) => addDays(date, -((weekdayOf(date) - rule.weekStart + 7) % 7));
    const daysBetween = (a: string, b: string) => (Date.parse(b) - Date.parse(a)) / 86_400_000;
    for (let date = start; date <= to && found.length < (rule.count ?? Infinity); date = addDays(date, 1)) {
      const weekdays =
        rule.weekdays.length > 0
          ? rule.weekdays
          : rule.unit === "week"
            ? [weekdayOf(start)]
            : [1, 2, 3, 4, 5, 6, 7];
      const passed =
        rule.unit === "day" ? daysBetween(start, date) : daysBetween(weekOf(start), weekOf(date)) / 7;
      if (passed % rule.interval === 0 && weekdays.includes(weekdayOf(date))) found.push(date);
    }
    return found;
  }

  test("they are those that a look at every day finds, from wherever one looks", () => {
    fc.assert(
      fc.property(rules, starts, fc.integer({ min: 0, max: 500 }), (rule, start, ahead) => {
        const to = addDays(start, 400);
        const from = addDays(start, ahead);
        const expected = slowly(rule, start, to).filter((date) => date >= from);
        expect([...datesOf(rule, start, { from, to })]).toEqual(expected);
      }),
    );
  });

  test("dates by months and years that begin later are the end of all of them", () => {
    const monthly = fc.record({
      unit: fc.constantFrom("month" as const, "year" as const),
      interval: fc.integer({ min: 1, max: 5 }),
      count: fc.option(fc.integer({ min: 1, max: 30 })),
      until: fc.constant(null),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
      numberedWeekdays: fc.array(
        fc.record({ weekday: fc.integer({ min: 1, max: 7 }), place: fc.constantFrom(-2, -1, 1, 3, 5) }),
        { maxLength: 2 },
      ),
      months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      monthDays: fc.uniqueArray(fc.constantFrom(-31, -2, -1, 1, 13, 29, 30, 31), { maxLength: 3 }),
      positions: fc.uniqueArray(fc.constantFrom(-2, -1, 1, 2), { maxLength: 2 }),
      weekStart: fc.constant(1),
    });
    fc.assert(
      fc.property(monthly, starts, fc.integer({ min: 0, max: 2_000 }), (rule, start, ahead) => {
        const to = addDays(start, 2_200);
        const from = addDays(start, ahead);
        const all = [...datesOf(rule, start, { from: start, to })];
        expect(all).toEqual([...new Set(all)].sort());
        expect(all.length).toBeLessThanOrEqual(rule.count ?? Infinity);
        expect([...datesOf(rule, start, { from, to })]).toEqual(all.filter((date) => date >= from));
        const isFirst = (date: string) => Number(date.slice(8)) === Number(start.slice(8));
        const isPlain = [rule.weekdays, rule.numberedWeekdays, rule.monthDays].every(
          (one) => one.length === 0,
        );
        if (isPlain) expect(all.every(isFirst)).toBe(true);
      }),
    );
  });
});

test.each([
  ["20260106", { date: "2026-01-06", time: "23:00:00", at: Date.parse("2026-01-07T04:00:00Z") }, true],
  ["20260106", { date: "2026-01-07", time: "00:00:00", at: 0 }, false],
  ["20260106T090000", { date: "2026-01-06", time: "09:00:00", at: 0 }, true],
  ["20260106T085959", { date: "2026-01-06", time: "09:00:00", at: 0 }, false],
  [
    "20260106T140000Z",
    { date: "2026-01-06", time: "09:00:00", at: Date.parse("2026-01-06T14:00:00Z") },
    true,
  ],
  [
    "20260106T135959Z",
    { date: "2026-01-06", time: "09:00:00", at: Date.parse("2026-01-06T14:00:00Z") },
    false,
  ],
])("UNTIL=%s includes itself: %o is %s", (until, occurrence, expected) => {
  expect(isWithin(ruleOf(`FREQ=DAILY;UNTIL=${until}`).until, occurrence)).toBe(expected);
});
