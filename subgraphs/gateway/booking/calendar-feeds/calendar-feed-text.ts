import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

/** A booking as a feed shows it. */
export interface FeedBooking {
  id: string;
  serviceName: string;
  startsAt: Date;
  endsAt: Date;
  partySize: number;
  status: string;
  icsSequence: number;
  updatedAt: Date;
}

/**
 * A provider's bookings as an iCalendar (RFC 5545, with folded lines), in UTC. It names services, not customers: subscribers hand the
 * URL to the companies of their calendars.
 */
export function calendarFeedText(providerName: string, bookings: readonly FeedBooking[]): string {
  const calendar = ical({
    prodId: { company: "hub-platform", product: "booking" },
    method: ICalCalendarMethod.PUBLISH,
    name: providerName,
    ttl: 900,
  });
  for (const booking of bookings) {
    const seats = booking.partySize > 1 ? `\nSeats: ${booking.partySize}` : "";
    calendar.createEvent({
      id: `${booking.id}@hub-platform`,
      sequence: booking.icsSequence,
      stamp: booking.updatedAt,
      start: booking.startsAt,
      end: booking.endsAt,
      summary: booking.serviceName,
      description: `Booking ID: ${booking.id}${seats}`,
      status: booking.status === "pending" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return `${calendar.toString()}\r\n`;
}
