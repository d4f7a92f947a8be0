import fc from "fast-check";
import ical from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { busyTimesOf } from "../../../subgraphs/gateway/booking/busy-calendars/busy-times.ts";
import { parseCalendar } from "../../../subgraphs/gateway/booking/busy-calendars/calendar-text.ts";

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) =>
  calendar("BEGIN:VEVENT", "UID:one@example", "SUMMARY:Dentist", ...lines, "END:VEVENT");

function read(
  text: string,
  { zone = "Europe/London", from = "2026-01-01", to = "2028-01-01", most = 5_000 } = {},
) {
  const calendars = parseCalendar(text);
  if (typeof calendars === "string") throw new Error(calendars);
  const within = { start: Date.parse(from), end: Date.parse(to) };
  const answer = busyTimesOf(calendars, { zone, within, most });
  if (!answer) throw new Error("too many");
  return answer;
}
const iso = (at: number) => new Date(at).toISOString().replace(":00.000Z", "Z");
const times = (text: string, over = {}) =>
  read(text, over).busy.map(({ start, end }) => `${iso(start)}/${iso(end)}`);

describe("the time of an event", () => {
  test.each([
    ["UTC", ["DTSTART:20260105T090000Z", "DTEND:20260105T100000Z"], "2026-01-05T09:00Z/2026-01-05T10:00Z"],
    [
      "the provider's clock",
      ["DTSTART:20260705T090000", "DURATION:PT90M"],
      "2026-07-05T08:00Z/2026-07-05T09:30Z",
    ],
    [
      "a zone by its IANA name",
      ["DTSTART;TZID=America/New_York:20260105T090000", "DURATION:PT1H"],
      "2026-01-05T14:00Z/2026-01-05T15:00Z",
    ],
    [
      "a zone by a quoted name of Windows",
      ['DTSTART;TZID="W. Europe Standard Time":20260105T090000', "DURATION:PT1H"],
      "2026-01-05T08:00Z/2026-01-05T09:00Z",
    ],
    [
      "a zone with a path before it",
      ["DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20260105T090000", "DURATION:PT1H"],
      "2026-01-05T08:00Z/2026-01-05T09:00Z",
    ],
    [
      "another zone at the end",
      ["DTSTART;TZID=Europe/London:20260105T090000", "DTEND;TZID=Europe/Paris:20260105T110000"],
      "2026-01-05T09:00Z/2026-01-05T10:00Z",
    ],
    ["one day", ["DTSTART;VALUE=DATE:20260105"], "2026-01-05T00:00Z/2026-01-06T00:00Z"],
    [
      "three days, of which one has 23 hours",
      ["DTSTART;VALUE=DATE:20260328", "DTEND;VALUE=DATE:20260331"],
      "2026-03-28T00:00Z/2026-03-30T23:00Z",
    ],
    [
      "a day by the calendar, of 23 hours",
      ["DTSTART;TZID=Europe/London:20260328T120000", "DURATION:P1D"],
      "2026-03-28T12:00Z/2026-03-29T11:00Z",
    ],
    [
      "24 true hours",
      ["DTSTART;TZID=Europe/London:20260328T120000", "DURATION:PT24H"],
      "2026-03-28T12:00Z/2026-03-29T12:00Z",
    ],
    [
      "a time that clocks skip, by the clock of before",
      ["DTSTART;TZID=America/New_York:20260308T023000", "DURATION:PT1H"],
      "2026-03-08T07:30Z/2026-03-08T08:30Z",
    ],
    [
      "the first of a time that clocks show twice",
      ["DTSTART;TZID=America/New_York:20261101T013000", "DURATION:PT1H"],
      "2026-11-01T05:30Z/2026-11-01T06:30Z",
    ],
    [
      "a line that is folded in the middle",
      ["DTSTART;TZID=Europe/Lo", " ndon:20260105T09\r\n\t0000", "DURATION:PT1H"],
      "2026-01-05T09:00Z/2026-01-05T10:00Z",
    ],
  ])("%s", (_name, lines, expected) => {
    expect(times(event(...lines))).toEqual([expected]);
  });

  test.each([
    ["free", ["TRANSP:TRANSPARENT", "DTSTART:20260105T090000Z", "DURATION:PT1H"]],
    ["cancelled", ["STATUS:CANCELLED", "DTSTART:20260105T090000Z", "DURATION:PT1H"]],
    ["withoutLength", ["DTSTART:20260105T090000Z"]],
    ["outside", ["DTSTART:20240105T090000Z", "DURATION:PT1H"]],
  ])("is counted as %s where it takes none", (why, lines) => {
    const { busy, leftOut, notUnderstood } = read(event(...lines));
    expect([busy, notUnderstood]).toEqual([[], []]);
    expect(leftOut).toMatchObject({ [why]: 1 });
  });

  test.each([
    [["DURATION:PT1H"], "DTSTART is missing"],
    [["DTSTART:20260230T090000Z"], "neither a date nor a time"],
    [["DTSTART;TZID=Mars/Crater:20260105T090000", "DURATION:PT1H"], "Mars/Crater is unknown"],
    [["DTSTART:20260105T090000Z", "DTEND;VALUE=DATE:20260106"], "both"],
    [["DTSTART:20260105T090000Z", "DURATION:1H"], "DURATION"],
    [["DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=HOURLY"], "use DAILY, WEEKLY"],
    [["DTSTART:20260105T090000Z", "DURATION:PT1H", "EXRULE:FREQ=DAILY"], "EXRULE"],
    [["DTSTART:20260105T090000Z", "DURATION:PT1H", "RDATE;VALUE=PERIOD:20260106T090000Z/PT1H"], "RDATE"],
    [
      ["DTSTART:20260105T090000Z", "DURATION:PT1H", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T090000Z"],
      "RANGE",
    ],
    [["DTSTART:20260105T090000Z", "DURATION:PT1H", "no line at all"], "line 8"],
  ])("an unreadable event is listed in notUnderstood with its reason: %j", (lines, why) => {
    const { busy, notUnderstood } = read(event(...lines));
    expect(busy).toEqual([]);
    expect(notUnderstood).toEqual([
      { uid: "one@example", summary: "Dentist", reason: expect.stringContaining(why) },
    ]);
  });

  test("titles of private events are not stored, other titles are", () => {
    const own = ["DTSTART:20260105T090000Z", "DURATION:PT1H"];
    expect(read(event(...own)).busy[0]).toMatchObject({ uid: "one@example", summary: "Dentist" });
    expect(read(event(...own, "CLASS:PRIVATE")).busy[0]!.summary).toBeNull();
  });
});

describe("an event that repeats", () => {
  const nine = [
    "DTSTART;TZID=America/New_York:20260302T090000",
    "DTEND;TZID=America/New_York:20260302T100000",
  ];
  const starts = (...lines: string[]) => times(event(...nine, ...lines)).map((one) => one.slice(5, 17));

  test("stays at its time of day when clocks change", () => {
    expect(starts("RRULE:FREQ=WEEKLY;COUNT=3")).toEqual(["03-02T14:00Z", "03-09T13:00Z", "03-16T13:00Z"]);
  });

  test("a recurring event excludes EXDATEs by time, zone or date and includes RDATEs", () => {
    const rule = "RRULE:FREQ=DAILY;COUNT=5";
    expect(
      starts(
        rule,
        "EXDATE;TZID=America/New_York:20260303T090000,20260304T090000",
        "EXDATE;VALUE=DATE:20260306",
      ),
    ).toEqual(["03-02T14:00Z", "03-05T14:00Z"]);
    expect(starts(rule, "EXDATE:20260303T140000Z", "RDATE:20260303T150000Z")).toHaveLength(5);
  });

  test("a recurring event ends with UNTIL and with the requested range", () => {
    expect(starts("RRULE:FREQ=DAILY;UNTIL=20260304T140000Z")).toHaveLength(3);
    expect(starts("RRULE:FREQ=DAILY;UNTIL=20260304T135959Z")).toHaveLength(2);
    expect(starts("RRULE:FREQ=DAILY")).toHaveLength(
      Math.round((Date.parse("2028-01-01") - Date.parse("2026-03-02")) / 86_400_000),
    );
  });

  test("counts a first time that does not fit its rule", () => {
    expect(starts("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3")).toEqual([
      "03-02T14:00Z",
      "03-03T14:00Z",
      "03-10T13:00Z",
    ]);
  });

  test("a recurring event that began long ago still blocks current times", () => {
    const old = event("DTSTART;TZID=UTC:19700105T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;INTERVAL=2");
    expect(times(old, { from: "2026-03-01", to: "2026-03-31" })).toEqual([
      "2026-03-02T09:00Z/2026-03-02T10:00Z",
      "2026-03-16T09:00Z/2026-03-16T10:00Z",
      "2026-03-30T09:00Z/2026-03-30T10:00Z",
    ]);
  });

  test("one occurrence of a recurring event may be moved, cancelled or shown as free", () => {
    const master = ["BEGIN:VEVENT", "UID:m", ...nine, "RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT"];
    const one = (day: string, ...lines: string[]) => [
      "BEGIN:VEVENT",
      "UID:m",
      `RECURRENCE-ID;TZID=America/New_York:202603${day}T090000`,
      `DTSTART;TZID=America/New_York:202603${day}T170000`,
      "DURATION:PT2H",
      ...lines,
      "END:VEVENT",
    ];
    const text = calendar(
      ...one("03"),
      ...one("04", "STATUS:CANCELLED"),
      ...one("05", "TRANSP:TRANSPARENT"),
      ...master,
    );
    expect(times(text)).toEqual([
      "2026-03-02T14:00Z/2026-03-02T15:00Z",
      "2026-03-03T22:00Z/2026-03-04T00:00Z",
    ]);
  });

  test("only the newest version of a recurring event counts", () => {
    const version = (sequence: number, hour: string) => [
      "BEGIN:VEVENT",
      "UID:v",
      `SEQUENCE:${sequence}`,
      `DTSTART:20260105T${hour}0000Z`,
      "DURATION:PT1H",
      "END:VEVENT",
    ];
    const { busy, leftOut } = read(calendar(...version(2, "11"), ...version(1, "09")));
    expect(busy.map(({ start }) => iso(start))).toEqual(["2026-01-05T11:00Z"]);
    expect(leftOut.superseded).toBe(1);
  });

  test("is bounded", () => {
    expect(() => read(event(...nine, "RRULE:FREQ=DAILY"), { most: 100 })).toThrow("too many");
  });
});

test.each([
  ["", "BEGIN:VCALENDAR"],
  ["<html>", "BEGIN:VCALENDAR"],
  ["BEGIN:VEVENT\nEND:VEVENT", "BEGIN:VCALENDAR"],
  ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n", "cut off: VEVENT"],
  ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "line 3 ends VCALENDAR"],
  ["BEGIN:VCALENDAR\nEND:VCALENDAR\nUID:1", "line 3 is outside"],
])("a text that is not a calendar is rejected with the reason: %j", (text, why) => {
  expect(parseCalendar(text)).toContain(why);
});

const ownZone = (id: string, ...lines: string[]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${id}`,
  ...lines,
  "END:VTIMEZONE",
];
const observance = (name: string, ...lines: string[]) => [`BEGIN:${name}`, ...lines, `END:${name}`];
const zonedEvent = (id: string, date: string) => [
  "BEGIN:VEVENT",
  `UID:${date}`,
  `DTSTART;TZID=${id}:${date}T090000`,
  "DURATION:PT1H",
  "END:VEVENT",
];

describe("a zone of the calendar's own", () => {
  // As Outlook writes a zone that a person has changed.
  const berlin = ownZone(
    "Customized Time Zone",
    ...observance(
      "STANDARD",
      "DTSTART:16010101T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
    ),
    ...observance(
      "DAYLIGHT",
      "DTSTART:16010101T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
    ),
  );

  test("is read by the rules of its VTIMEZONE, on both sides of a clock change", () => {
    const id = "Customized Time Zone";
    const text = calendar(...berlin, ...zonedEvent(id, "20260328"), ...zonedEvent(id, "20260329"));
    expect(times(text, { zone: "America/New_York" })).toEqual([
      "2026-03-28T08:00Z/2026-03-28T09:00Z",
      "2026-03-29T07:00Z/2026-03-29T08:00Z",
    ]);
  });

  test("with rules that ended and single dates is read by the last of them", () => {
    const kolkata = ownZone(
      "Own",
      ...observance("STANDARD", "DTSTART:19451015T000000", "TZOFFSETFROM:+0630", "TZOFFSETTO:+0530"),
      ...observance(
        "DAYLIGHT",
        "DTSTART:19420901T000000",
        "RDATE:19420901T000000",
        "TZOFFSETFROM:+0530",
        "TZOFFSETTO:+0630",
      ),
    );
    const text = calendar(...kolkata, ...zonedEvent("Own", "20260705"));
    expect(times(text)).toEqual(["2026-07-05T03:30Z/2026-07-05T04:30Z"]);
  });

  test.each([
    ["that no place has", ["DTSTART:19700101T000000", "TZOFFSETFROM:+0117", "TZOFFSETTO:+0117"]],
    ["without an offset", ["DTSTART:19700101T000000"]],
    [
      "with a rule that is not understood",
      ["DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "RRULE:FREQ=HOURLY"],
    ],
  ])("%s is reported, and blocks nothing", (_title, lines) => {
    const text = calendar(
      ...ownZone("Odd", ...observance("STANDARD", ...lines)),
      ...zonedEvent("Odd", "20260705"),
    );
    expect(read(text)).toMatchObject({
      busy: [],
      notUnderstood: [{ reason: "the time zone Odd is unknown" }],
    });
  });
});

test("a monthly meeting keeps its moved and left out dates", () => {
  const text = calendar(
    "BEGIN:VEVENT",
    "UID:board@example",
    "DTSTART;TZID=America/New_York:20260114T090000",
    "DURATION:PT1H",
    "RRULE:FREQ=MONTHLY;BYDAY=2WE;COUNT=5",
    "EXDATE;TZID=America/New_York:20260211T090000",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:board@example",
    "RECURRENCE-ID;TZID=America/New_York:20260311T090000",
    "DTSTART;TZID=America/New_York:20260312T140000",
    "DURATION:PT2H",
    "END:VEVENT",
  );
  expect(times(text)).toEqual([
    "2026-01-14T14:00Z/2026-01-14T15:00Z",
    "2026-03-12T18:00Z/2026-03-12T20:00Z",
    "2026-04-08T13:00Z/2026-04-08T14:00Z",
    "2026-05-13T13:00Z/2026-05-13T14:00Z",
  ]);
});

test("a birthday is an all-day event of each year", () => {
  const text = event("DTSTART;VALUE=DATE:19840229", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1");
  expect(times(text, { zone: "UTC" })).toEqual([
    "2026-02-28T00:00Z/2026-03-01T00:00Z",
    "2027-02-28T00:00Z/2027-03-01T00:00Z",
  ]);
});

test("events written by another library are read with the same instants, in any zone, across clock changes", () => {
  const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"];
  const planned = fc.record({
    zone: fc.constantFrom(...zones),
    day: fc.integer({ min: 0, max: 364 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 1, max: 3_000 }),
    summary: fc.string({ minLength: 1, maxLength: 120 }),
  });
  fc.assert(
    fc.property(fc.array(planned, { maxLength: 8 }), (events) => {
      const made = ical({ prodId: { company: "test", product: "test" } });
      const expected = events.map(({ zone, day, minute, length, summary }, index) => {
        const start = Temporal.PlainDate.from("2026-01-01")
          .add({ days: day })
          .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
          .toZonedDateTime(zone, { disambiguation: "earlier" });
        const end = start.add({ minutes: length });
        made.createEvent({ id: `${index}@test`, start, end, timezone: zone, summary });
        return { start, end };
      });
      // The second of a time that clocks show twice cannot be written down.
      const meant = (one: Temporal.ZonedDateTime) =>
        one.toPlainDateTime().toZonedDateTime(one.timeZoneId, { disambiguation: "compatible" })
          .epochMilliseconds;
      const wanted = expected
        .map(({ start, end }) => ({ start: meant(start), end: Math.max(meant(start), meant(end)) }))
        .filter(({ start, end }) => end > start)
        .sort((a, b) => a.start - b.start || a.end - b.end);
      const { busy, notUnderstood } = read(made.toString(), { from: "2025-06-01" });
      expect(notUnderstood).toEqual([]);
      expect(busy.map(({ start, end }) => ({ start, end }))).toEqual(wanted);
    }),
  );
});
