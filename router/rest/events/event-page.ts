import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { bookingText, type BookingText } from "../booking/booking-text.ts";
import { sendRefusedBooking } from "../booking/refused-booking.ts";
import { hidden } from "../booking/time-choices.ts";
import { pathOf, sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { priceText, seatsText, whenAndWhere, type ShownEvent } from "./event-facts.ts";

/** The page of an event, or the refusal of its address. */
export type EventPage = OpenEvent | { refusal: PublicError };

interface OpenEvent {
  slug: string;
  title: string;
  locale: string;
  business: PageBusiness;
  frameOrigins: readonly string[];
  takesPayments: boolean;
  paymentMinutes: number;
  event: ShownEvent;
}

/** Tickets that a visitor may take at once. */
const maxTickets = 20;

/** Sends an event with its ticket types, and the form for tickets. It has no scripts. */
export function sendEventPage(reply: FastifyReply, page: EventPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: true });
  const text = bookingText(page.locale);
  const { event, frameOrigins, slug, business } = page;
  const title = escapeHtml(event.title);
  const types = event.ticketTypes.map(
    (type) =>
      `<dt>${escapeHtml(type.name)}</dt><dd>${priceText(type, text)}, ${seatsText(type.seats, text)}</dd>`,
  );
  const rule =
    event.refundHoursBefore === null
      ? text.say("noRefundRule")
      : text.say("refundRule", { count: String(event.refundHoursBefore) });
  const description = (event.description ?? "").split(/\n{2,}/).filter((part) => part.trim() !== "");
  const content = `<p>${escapeHtml(page.title)}</p>
<h1>${title}</h1>
<dl>${whenAndWhere(event, text)}
${types.join("\n")}</dl>
${description.map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`).join("\n")}
${ticketForm(page, text, pathOf(reply))}
<p>${rule}</p>
<p><a href="/book/${encodeURIComponent(slug)}/events">${text.say("events")}</a></p>`;
  return sendBusinessHtml(reply, business, {
    locale: text.locale,
    title,
    content,
    hasForm: true,
    frameOrigins,
  });
}

function ticketForm(
  { event, takesPayments, paymentMinutes }: OpenEvent,
  text: BookingText,
  path: string,
): string {
  const offered = event.ticketTypes.filter(({ seats }) => seats !== "not_on_sale");
  if (offered.length === 0) return "";
  const options = offered.map(
    (type) =>
      `<option value="${escapeHtml(type.id)}">${escapeHtml(type.name)}, ${priceText(type, text)}${type.seats === "sold_out" ? `, ${seatsText(type.seats, text)}` : ""}</option>`,
  );
  const isPaid = offered.some(({ price }) => price > 0);
  const paying = takesPayments
    ? text.say("ticketsPaidOnline", { count: String(paymentMinutes) })
    : text.say("ticketsAsAgreed");
  return `<h2>${text.say("getTickets")}</h2>
<form method="post" action="${path}">${hidden({ requestId: randomUUID() })}
<label for="type">${text.say("ticketType")}</label><select id="type" name="ticketTypeId">${options.join("")}</select>
<label for="quantity">${text.say("quantity")}</label>
<input id="quantity" name="quantity" type="number" inputmode="numeric" required min="1" max="${maxTickets}" step="1" value="1">
<label for="name">${text.say("name")}</label>
<input id="name" name="name" required maxlength="200" autocomplete="name">
<label for="email">${text.say("email")}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">
<div><label for="attendees">${text.say("attendees")}</label>
<textarea id="attendees" name="attendeeNames" rows="3" maxlength="2000"></textarea></div>
<p><input id="wait" name="waitlist" type="checkbox" value="true"><label for="wait">${text.say("waitForTickets")}</label></p>
${isPaid ? `<p>${paying}</p>` : ""}
<button type="submit">${text.say("getTickets")}</button></form>`;
}
