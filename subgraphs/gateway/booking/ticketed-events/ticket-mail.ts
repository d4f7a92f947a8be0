import { toMajor } from "../../../../src/money.ts";
import { composeLetter, type ComposedLetter, type LetterSender } from "../../base/letter.ts";
import { ticketWords, type TicketWords } from "../mail-words/ticket-words.ts";
import type { EventRow, RegistrationRow } from "./events.rows.ts";

/** What a mail to a guest is about. */
export type TicketMailKind =
  | "tickets"
  | "cancelled"
  | "changed"
  | "registration_cancelled"
  | "offer"
  | "transferred";

/** What a mail to a guest needs. */
export interface TicketMail {
  registration: RegistrationRow;
  event: EventRow;
  /** Name and address of the location; null without one. */
  place: string | null;
  /** Codes of the valid tickets, with the name of their guest where it is known. */
  tickets: readonly { code: string; attendee: string | null }[];
  /** URL of the guest's own page; null where the mail has none. */
  link: string | null;
  locale: string;
  seller: LetterSender;
}

/** The mail to a guest, in the guest's language, from the business. */
export function ticketMail(kind: TicketMailKind, mail: TicketMail): ComposedLetter & { subject: string } {
  const { event, registration, locale, seller, link } = mail;
  const words = ticketWords(locale);
  const say = (name: keyof TicketWords, values: Record<string, string> = {}) =>
    fill(words[name], { title: event.title, when: momentOf(event.startsAt, mail), ...values });
  const { subject, body, button = null } = partsOf(kind, mail, say);
  const letter = composeLetter({
    locale,
    seller,
    paragraphs: [say("hello", { name: registration.name }), ...body],
    button: link === null || button === null ? null : { label: words[button], url: link },
  });
  return { ...letter, subject: say(subject).slice(0, 200) };
}

type Say = (name: keyof TicketWords, values?: Record<string, string>) => string;

interface Parts {
  subject: keyof TicketWords;
  body: (string | null)[];
  button?: keyof TicketWords;
}

function partsOf(kind: TicketMailKind, mail: TicketMail, say: Say): Parts {
  const { event, registration, place } = mail;
  const where = place === null ? null : say("place", { place });
  const taking = [`${event.title}, ${momentOf(event.startsAt, mail)}`, where];
  if (kind === "cancelled") {
    const reason = event.cancelReason === null ? null : say("reason", { reason: event.cancelReason });
    const refund = refundOf(event.refundsDueCents, mail, say);
    return {
      subject: "cancelledSubject",
      body: [say("cancelled"), reason, say("invalid"), refund, say("questions")],
    };
  }
  if (kind === "registration_cancelled") {
    const refund = refundOf(registration.refundDueCents, mail, say);
    return {
      subject: "registrationSubject",
      body: [say("registration"), say("invalid"), refund, say("questions")],
    };
  }
  if (kind === "changed")
    return { subject: "changedSubject", body: [say("changed"), ...taking, say("valid"), say("questions")] };
  if (kind === "offer") {
    const until = momentOf(registration.reservedUntil!, mail);
    const kept = say("kept", { until, count: String(registration.quantity) });
    return { subject: "offerSubject", body: [say("offer"), where, kept], button: "take" };
  }
  const codes = mail.tickets.map(({ code, attendee }, at) =>
    say(attendee === null ? "ticket" : "ticketOf", {
      number: String(at + 1),
      code,
      attendee: attendee ?? "",
    }),
  );
  return {
    subject: "ticketsSubject",
    body: [...taking, codes.join("\n"), say("show")],
    button: "manage",
  };
}

/** The organizer's promise of a refund; the platform does not know of every payment. */
function refundOf(dueCents: number | null, { registration, locale }: TicketMail, say: Say): string | null {
  if (dueCents === null || registration.priceCents === 0) return null;
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
  return say("refund", { amount: format.format(toMajor(registration.priceCents, 2)) });
}

function momentOf(at: string, { event: { timezone }, locale }: TicketMail): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: timezone,
  });
  return `${format.format(new Date(at))} (${timezone})`;
}

function fill(text: string, values: Record<string, string>): string {
  const known = new Map(Object.entries(values));
  return text.replaceAll(/\{(\w{1,20})\}/g, (whole, name: string) => known.get(name) ?? whole);
}
