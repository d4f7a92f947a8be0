import type { LetterSender } from "../../base/letter.ts";
import { composeLetter, type ComposedLetter } from "../../base/letter.ts";
import { bookingIcs } from "../bookings/booking-ics.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { fillIn, mailText, type MailText } from "../mail-words/mail-text.ts";
import type { MailWords } from "../mail-words/words-en.ts";
import type { BookingNotificationEntity } from "./notification.entity.ts";
import type { NotificationKind } from "./reminders.types.ts";

type Status = BookingEntity["status"];

const statusSubjects: Partial<Record<Status, keyof MailWords>> = {
  cancelled: "cancelled",
  confirmed: "confirmed",
  declined: "declined",
  expired: "expired",
};
const statusWords: Record<Status, keyof MailWords> = {
  held: "statusPending",
  pending: "statusPending",
  confirmed: "statusConfirmed",
  checked_in: "statusArrived",
  completed: "statusCompleted",
  no_show: "statusNoShow",
  cancelled: "statusCancelled",
  declined: "statusDeclined",
  expired: "statusExpired",
};
/** The most that the carrier takes. */
const maxPhoneText = 1_600;
const endedStatuses: readonly Status[] = ["cancelled", "declined", "expired"];

/** What a message is written with. */
export interface NotificationFacts {
  locale: string;
  seller: LetterSender;
  /** Shared notes, oldest first. */
  sharedNotes: readonly string[];
  /** The customer's link; null: there is none. */
  manageUrl: string | null;
  now: Date;
}

/** A mail about a booking with its current facts, its shared notes, the customer's link and its calendar file. */
export function composeNotification(
  { kind, message }: Pick<BookingNotificationEntity, "kind" | "message">,
  booking: BookingEntity,
  { locale, seller, sharedNotes, manageUrl, now }: NotificationFacts,
): ComposedLetter & { subject: string } {
  const text = mailText(locale);
  const { words } = text;
  const { serviceSnapshot, startsAt, timezone, status } = booking;
  const isEnded = endedStatuses.includes(status);
  const link = isEnded ? null : manageUrl;
  const what = words[subjectOf(kind, status)];
  const notes = sharedNotes.map((note) => `- ${note}`);
  const letter = composeLetter({
    locale,
    seller,
    paragraphs: [
      message,
      factsOf(booking, text).join("\n"),
      notes.length === 0 ? null : [`${words.notes}:`, ...notes].join("\n"),
      isEnded ? words.ended : link === null ? words.contact : words.manage,
    ],
    button: link === null ? null : { label: words.manageLink, url: link },
  });
  const file = {
    filename: "booking.ics",
    contentType: `text/calendar; charset=utf-8; method=${isEnded ? "CANCEL" : "PUBLISH"}`,
    content: Buffer.from(bookingIcs(booking, now)),
  };
  const when = text.when(startsAt, timezone);
  return {
    ...letter,
    subject: fillIn(words.subject, { what, service: serviceSnapshot.name, when }),
    attachments: [file, ...letter.attachments],
  };
}

/** A message to a phone: what it is about, and for a text the customer's link. A call speaks it. */
export function phoneText(
  { kind, message }: Pick<BookingNotificationEntity, "kind" | "message">,
  { serviceSnapshot, startsAt, timezone, status }: BookingEntity,
  { locale, seller, manageUrl, channel }: NotificationFacts & { channel: "sms" | "call" },
): string {
  const { words, when } = mailText(locale);
  const what = words[subjectOf(kind, status)];
  const facts = { what, service: serviceSnapshot.name, when: when(startsAt, timezone) };
  const said = [
    seller.tradeName ?? seller.legalName,
    message,
    fillIn(words.subject, facts),
    channel === "sms" ? manageUrl : null,
  ];
  const body = said.filter((one) => one !== null).join(channel === "sms" ? "\n" : ". ");
  return body.length <= maxPhoneText ? body : `${body.slice(0, maxPhoneText - 1)}…`;
}

function subjectOf(kind: NotificationKind, status: Status): keyof MailWords {
  if (kind === "reminder") return "reminder";
  return statusSubjects[status] ?? (kind === "change" ? "changed" : "received");
}

function factsOf(booking: BookingEntity, { words, when, money }: MailText): string[] {
  const { serviceSnapshot, startsAt, timezone, partySize, status, feeMinor, currency, videoUrl, id } =
    booking;
  const isEnded = endedStatuses.includes(status);
  return [
    `${words.service}: ${serviceSnapshot.name}`,
    `${words.time}: ${when(startsAt, timezone)}`,
    ...(partySize > 1 ? [`${words.seats}: ${partySize}`] : []),
    `${words.status}: ${words[statusWords[status]]}`,
    ...(feeMinor ? [`${words.fee}: ${money(feeMinor, currency)}`] : []),
    ...(videoUrl && !isEnded ? [`${words.videoCall}: ${videoUrl}`] : []),
    `${words.bookingId}: ${id}`,
  ];
}
