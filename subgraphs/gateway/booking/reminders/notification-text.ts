import type { BookingEntity } from "../bookings/booking.entity.ts";
import type { BookingNotificationEntity } from "./notification.entity.ts";
import type { NotificationKind } from "./reminders.types.ts";

type Status = BookingEntity["status"];

const statusSubjects: Partial<Record<Status, string>> = {
  cancelled: "Booking cancelled",
  confirmed: "Booking confirmed",
  declined: "Booking declined",
  expired: "Booking expired",
};

const endedStatuses: readonly Status[] = ["cancelled", "declined", "expired"];

function subjectOf(kind: NotificationKind, status: Status): string {
  if (kind === "reminder") return "Reminder";
  const usual = kind === "change" ? "Booking changed" : "Booking received";
  return statusSubjects[status] ?? usual;
}

/** Next step for the customer. The mail has no reply address, so the text names the booking ID. */
function nextStepOf(status: Status, manageUrl: string | null): string {
  if (endedStatuses.includes(status)) return "This time is no longer booked. You do not need to do anything.";
  return manageUrl
    ? `To see, change or cancel this booking, open this link, which is for you alone:\n${manageUrl}`
    : "To change or cancel this booking, contact the business and give the booking ID.";
}

/** Subject and text of a message, with the current facts of the booking, its shared notes and the customer's link. */
export function textOfNotification(
  { kind, message }: Pick<BookingNotificationEntity, "kind" | "message">,
  booking: BookingEntity,
  sharedNotes: readonly string[] = [],
  manageUrl: string | null = null,
): { subject: string; text: string } {
  const { serviceSnapshot, localStart, timezone, status, id, partySize } = booking;
  const when = `${localStart.replace("T", " at ")} (${timezone})`;
  const facts = [
    `Service: ${serviceSnapshot.name}`,
    `Time: ${when}`,
    ...(partySize > 1 ? [`Seats: ${partySize}`] : []),
    `Status: ${status.replace("_", " ")}`,
    `Booking ID: ${id}`,
  ];
  const notes =
    sharedNotes.length === 0 ? "" : `\n\nNotes:\n${sharedNotes.map((note) => `- ${note}`).join("\n")}`;
  const own = message === null ? "" : `${message}\n\n`;
  return {
    subject: `${subjectOf(kind, status)}: ${serviceSnapshot.name}, ${when}`,
    text: `${own}${facts.join("\n")}${notes}\n\n${nextStepOf(status, manageUrl)}\n`,
  };
}
