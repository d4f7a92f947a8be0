import type { RemoteEvent } from "../../../../src/calendars/remote-calendar.ts";
import { startOfDate } from "../../base/wall-clock.ts";
import type { Times } from "./calendar-merge.ts";
import type { SeenEvent } from "./merge-copy.service.ts";

/** When an event is; all-day ones from midnight to midnight of the calendar's zone. Null for none, or without length. */
export function timesOfEvent(event: RemoteEvent, timezone: string): Times {
  if (event.isGone) return null;
  const { startsAt, endsAt, startDate, endDate } = event;
  const start = startsAt !== null ? Date.parse(startsAt) : dayStart(startDate, timezone);
  const end = endsAt !== null ? Date.parse(endsAt) : dayStart(endDate, timezone);
  return Number.isFinite(start) && Number.isFinite(end) && start < end ? { start, end } : null;
}

function dayStart(date: string | null, timezone: string): number {
  if (date === null) return Number.NaN;
  try {
    return startOfDate(date, timezone);
  } catch {
    return Number.NaN;
  }
}

/** How an event of the platform is in the calendar. */
export function seenEvent(event: RemoteEvent, { timezone }: { timezone: string }): SeenEvent {
  const { id: eventId, etag, title, video } = event;
  const outside = timesOfEvent(event, timezone);
  return { eventId, etag, outside, title, isGone: outside === null, video };
}
