import { expect, test } from "vitest";
import { addDays, endOfDate, localDate } from "../../src/time/local-date.ts";

const ends: [string, string, string][] = [
  ["2026-05-10", "UTC", "2026-05-11T00:00:00.000Z"],
  ["2026-05-10", "Europe/Berlin", "2026-05-10T22:00:00.000Z"],
  ["2026-12-31", "Europe/Berlin", "2026-12-31T23:00:00.000Z"],
  ["2026-05-10", "America/New_York", "2026-05-11T04:00:00.000Z"],
  ["2026-05-10", "Pacific/Kiritimati", "2026-05-10T10:00:00.000Z"],
  ["2026-05-10", "Pacific/Pago_Pago", "2026-05-11T11:00:00.000Z"],
  ["2026-05-10", "Asia/Kathmandu", "2026-05-10T18:15:00.000Z"],
  // The clocks go forward at midnight: 24:00 is immediately 01:00.
  ["2018-11-03", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  // They go back at midnight: 24:00 is 23:00 of the same day again, and the day has 25 hours.
  ["2018-02-17", "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
  // The island left this day out.
  ["2011-12-29", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
  ["9999-12-31", "Pacific/Pago_Pago", "9999-12-31T23:59:59.999Z"],
];

test.each(ends)("%s is over in %s at %s", (date, zone, moment) => {
  expect(endOfDate(date, zone).toISOString()).toBe(moment);
});

test("every day of a year ends when the next one begins, in zones of all kinds", () => {
  for (const zone of ["UTC", "Europe/London", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"]) {
    for (let date = "2026-01-01"; date < "2027-01-01"; date = addDays(date, 1)) {
      const end = endOfDate(date, zone);
      expect(localDate(end, zone)).toBe(addDays(date, 1));
      expect(localDate(new Date(end.getTime() - 1), zone)).toBe(date);
    }
  }
});

test("days are added over months, leap days and years", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-12-15", 30)).toBe("2027-01-14");
});

test("an unknown zone is refused", () => {
  expect(() => localDate(new Date(), "Mars/Olympus")).toThrow(RangeError);
});
