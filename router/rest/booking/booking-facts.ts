import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText } from "./booking-text.ts";
import type { BookingWords } from "./words-en.ts";

/** A booking as the pages of its customer show it. */
export interface ShownBooking {
  bookingId: string;
  serviceName: string;
  providerName: string;
  startsAt: string;
  timezone: string;
  partySize: number;
  status: string;
  price: number;
  currency: string;
}

const statusWords = new Map<string, keyof BookingWords>([
  ["pending", "statusPending"],
  ["confirmed", "statusConfirmed"],
  ["cancelled", "statusCancelled"],
  ["declined", "statusDeclined"],
  ["expired", "statusExpired"],
  ["checked_in", "statusDone"],
  ["completed", "statusDone"],
  ["no_show", "statusNoShow"],
]);

/** What was booked, as a list of facts. */
export function bookingFacts(booking: ShownBooking, text: BookingText): string {
  const facts: [keyof BookingWords, string][] = [
    ["service", escapeHtml(booking.serviceName)],
    ["provider", escapeHtml(booking.providerName)],
    ["time", `${text.moment(booking.startsAt, booking.timezone)}<br>${escapeHtml(booking.timezone)}`],
    ...(booking.partySize === 1
      ? []
      : [["seats", String(booking.partySize)] as [keyof BookingWords, string]]),
    ...(booking.price === 0
      ? []
      : [["price", text.money(booking.price, booking.currency)] as [keyof BookingWords, string]]),
    ["status", text.say(statusWords.get(booking.status) ?? "statusConfirmed")],
    ["bookingId", escapeHtml(booking.bookingId)],
  ];
  return `<dl>${facts.map(([name, value]) => `<dt>${text.say(name)}</dt><dd>${value}</dd>`).join("\n")}</dl>`;
}
