import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText, CustomerWords } from "./booking-text.ts";
import { paymentFact, type ShownPayment } from "./payment-facts.ts";

/** A booking as the pages of its customer show it. */
export interface ShownBooking {
  bookingId: string;
  serviceName: string;
  providerName: string;
  startsAt: string;
  timezone: string;
  partySize: number;
  status: string;
  payment?: ShownPayment | null;
  price: number;
  currency: string;
  videoUrl: string | null;
}

const statusWords = new Map<string, keyof CustomerWords>([
  ["pending", "statusPending"],
  ["unpaid", "payTitle"],
  ["confirmed", "statusConfirmed"],
  ["cancelled", "statusCancelled"],
  ["declined", "statusDeclined"],
  ["expired", "statusExpired"],
  ["checked_in", "statusDone"],
  ["completed", "statusDone"],
  ["no_show", "statusNoShow"],
]);

function link(url: string): string {
  const text = escapeHtml(url);
  return `<a href="${text}" rel="noreferrer">${text}</a>`;
}

/** What was booked, as a list of facts. */
export function bookingFacts(booking: ShownBooking, text: BookingText): string {
  const isUnpaid = booking.status === "pending" && booking.payment?.status === "due";
  const isOpen = ["pending", "confirmed", "checked_in"].includes(booking.status);
  const facts: [keyof CustomerWords, string][] = [
    ["service", escapeHtml(booking.serviceName)],
    ["provider", escapeHtml(booking.providerName)],
    ["time", `${text.moment(booking.startsAt, booking.timezone)}<br>${escapeHtml(booking.timezone)}`],
    ...(booking.partySize === 1
      ? []
      : [["seats", String(booking.partySize)] as [keyof CustomerWords, string]]),
    ...(booking.price === 0
      ? []
      : [["price", text.money(booking.price, booking.currency)] as [keyof CustomerWords, string]]),
    ["status", text.say(isUnpaid ? "payTitle" : (statusWords.get(booking.status) ?? "statusConfirmed"))],
    ...(booking.payment
      ? [["payment", paymentFact(booking.payment, text)] as [keyof CustomerWords, string]]
      : []),
    ...(isOpen && booking.videoUrl !== null
      ? [["videoCall", link(booking.videoUrl)] as [keyof CustomerWords, string]]
      : []),
    ["bookingId", escapeHtml(booking.bookingId)],
  ];
  return `<dl>${facts.map(([name, value]) => `<dt>${text.say(name)}</dt><dd>${value}</dd>`).join("\n")}</dl>`;
}
