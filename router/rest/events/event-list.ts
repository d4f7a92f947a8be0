import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { bookingText } from "../booking/booking-text.ts";
import { sendRefusedBooking } from "../booking/refused-booking.ts";
import { pathOf, sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { seatsText, type ShownEvent } from "./event-facts.ts";

/** The list of an account's events, or the refusal of its address. */
export type EventListPage = Events | { refusal: PublicError };

interface Events {
  slug: string;
  title: string;
  locale: string;
  business: PageBusiness;
  frameOrigins: readonly string[];
  events: readonly ShownEvent[];
}

/** Sends the published events of an account. It has no scripts. */
export function sendEventList(reply: FastifyReply, page: EventListPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: true });
  const text = bookingText(page.locale);
  const path = pathOf(reply);
  const items = page.events.map(
    ({ id, title, start, timezone, seats }) =>
      `<li><a href="${path}/${encodeURIComponent(id)}">${escapeHtml(title)}<br>${text.moment(start, timezone)}<br>${seatsText(seats, text)}</a></li>`,
  );
  const list =
    items.length === 0 ? `<p>${text.say("noEvents")}</p>` : `<ul class="choices">${items.join("\n")}</ul>`;
  const back = `/book/${encodeURIComponent(page.slug)}`;
  const title = escapeHtml(page.title);
  const content = `<h1>${title}</h1>
<h2>${text.say("events")}</h2>
${list}
<p><a href="${back}">${text.say("appointments")}</a></p>`;
  return sendBusinessHtml(reply, page.business, {
    locale: text.locale,
    title,
    content,
    frameOrigins: page.frameOrigins,
  });
}
