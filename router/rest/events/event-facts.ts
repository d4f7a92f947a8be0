import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText, CustomerWords } from "../booking/booking-text.ts";

/** An event as its pages show it. */
export interface ShownEvent {
  id: string;
  title: string;
  description: string | null;
  start: string;
  timezone: string;
  place: string | null;
  refundHoursBefore: number | null;
  seats: string;
  ticketTypes: readonly ShownTicketType[];
}

export interface ShownTicketType {
  id: string;
  name: string;
  price: number;
  currency: string;
  seats: string;
}

const seatWords = new Map<string, keyof CustomerWords>([
  ["available", "seatsAvailable"],
  ["few", "seatsFew"],
  ["sold_out", "seatsSoldOut"],
  ["not_on_sale", "seatsNotOnSale"],
]);

/** Whether tickets are left, in words. */
export function seatsText(seats: string, text: BookingText): string {
  return text.say(seatWords.get(seats) ?? "seatsNotOnSale");
}

/** Price of a ticket, or that it is free. */
export function priceText({ price, currency }: ShownTicketType, text: BookingText): string {
  return price === 0 ? text.say("free") : text.money(price, currency);
}

/** When and where an event takes place. */
export function whenAndWhere(
  { start, timezone, place }: Pick<ShownEvent, "start" | "timezone" | "place">,
  text: BookingText,
): string {
  const when = `<dt>${text.say("time")}</dt><dd>${text.moment(start, timezone)}<br>${escapeHtml(timezone)}</dd>`;
  return place === null ? when : `${when}\n<dt>${text.say("place")}</dt><dd>${escapeHtml(place)}</dd>`;
}
