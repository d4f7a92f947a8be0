import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import type { BookingEntity } from "./booking.entity.ts";
import { bookingStateOf } from "./booking-states.ts";
import { timeZoneComponent } from "./time-zone-component.ts";

/**
 * The booking as an iCalendar file (RFC 5545) with its zone. The UID stays, SEQUENCE increases with every move; an
 * inactive booking is METHOD:CANCEL.
 */
export function bookingIcs(booking: BookingEntity, now: Date): string {
  const { timezone, startsAt, endsAt, serviceSnapshot, icsSequence, videoUrl } = booking;
  const state = bookingStateOf(booking, now);
  const isOff = state === "cancelled" || state === "declined" || state === "expired";
  const method = isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const standing = state === "pending" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
  const zoned = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const calendar = ical({ prodId: { company: "hub-platform", product: "booking" }, method });
  calendar.timezone({ name: timezone, generator: () => timeZoneComponent(timezone, startsAt) });
  calendar.createEvent({
    id: `${booking.id}@hub-platform`,
    sequence: icsSequence,
    start: zoned(startsAt),
    end: zoned(endsAt),
    timezone,
    summary: serviceSnapshot.name,
    ...(videoUrl === null || isOff ? {} : { location: videoUrl, url: videoUrl }),
    status: isOff ? ICalEventStatus.CANCELLED : standing,
  });
  const stamp = booking.updatedAt.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  // The library writes the stamp in the event's zone; RFC 5545, 3.8.7.2, wants it in UTC.
  return `${calendar.toString().replace(/^DTSTAMP:.*$/m, `DTSTAMP:${stamp}`)}\r\n`;
}
