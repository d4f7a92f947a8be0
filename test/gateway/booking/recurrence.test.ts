import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weekdayOf } from "../../../subgraphs/gateway/base/wall-clock.ts";
import {
  datesOf,
  isWithin,
  parseRecurrence,
  type RecurrenceRule,
} from "../../../subgraphs/gateway/booking/busy-calendars/recurrence.ts";
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
  ])("%s from %s", (text, start, expected) => {
    expect(dates(text, start)).toEqual(expected);
  });

  test("what can never fit ends at once", () => {
    expect(dates("FREQ=DAILY;INTERVAL=7;BYDAY=SU", "2026-01-06", "2026-01-06", "9999-12-31")).toEqual([]);
  });

  test.each([
    ["", "not a valid rule part"],
    ["FREQ=MONTHLY", "use DAILY or WEEKLY"],
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
