import type { BookingEntity } from "../bookings/booking.entity.ts";
import type { BookingNotificationEntity } from "./notification.entity.ts";

const subjects = { confirmation: "Booked", reminder: "Reminder", change: "Changed" } as const;

/** Subject and text of a message, with the facts of the booking as they are now. */
export function textOfNotification(
  { kind, message }: Pick<BookingNotificationEntity, "kind" | "message">,
  booking: BookingEntity,
): { subject: string; text: string } {
  const { serviceSnapshot, localStart, timezone, status, id, partySize } = booking;
  const when = `${localStart.replace("T", " at ")} (${timezone})`;
  const facts = [
    `Service: ${serviceSnapshot.name}`,
    `Time: ${when}`,
    ...(partySize > 1 ? [`Seats: ${partySize}`] : []),
    `Status: ${status.replace("_", " ")}`,
    `Booking: ${id}`,
  ];
  const own = message === null ? "" : `${message}\n\n`;
  return {
    subject: `${subjects[kind]}: ${serviceSnapshot.name}, ${when}`,
    text: `${own}${facts.join("\n")}\n`,
  };
}
