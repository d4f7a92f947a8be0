import { validationError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { occurrenceDate } from "./occurrences.ts";
import { scheduleOf } from "./recurring.service.ts";
import type { PreviewScheduleArgs, SchedulePreview } from "./schedule-preview.types.ts";

const [sunday, saturday] = [0, 6];

/** Dates of a schedule without saving it. Throws VALIDATION_ERROR unless `frequency` or a supported `rrule` is given. */
export function previewSchedule(args: PreviewScheduleArgs): SchedulePreview {
  const { startDate, frequency: every, interval: times, rrule } = args;
  const { frequency, interval, endDate, occurrences } = scheduleOf({
    frequency: every,
    interval: times,
    rrule,
  });
  if (endDate !== null && endDate < startDate)
    throw validationError([{ path: "rrule", message: "must not end before startDate", rule: "minimum" }]);
  const schedule = { frequency, interval, startDate, endDate, occurrences };
  const dates = Array.from({ length: args.count }, (_, index) => occurrenceDate(schedule, index));
  return { dates: dates.filter((date) => date !== null).map(describe) };
}

function describe(date: string) {
  const day = new Date(date).getUTCDay();
  const isWeekend = day === sunday || day === saturday;
  const nextWorkday = isWeekend ? addDays(date, day === saturday ? 2 : 1) : date;
  return { date, isWeekend, nextWorkday };
}
