import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { bookingText, type BookingText } from "../booking/booking-text.ts";
import { outOfFrame } from "../booking/payment-facts.ts";
import { sendRefusedBooking } from "../booking/refused-booking.ts";
import { sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";

/** What became of a visitor's form, or its refusal. */
export type EventResultPage = Result | { refusal: PublicError };

interface Result {
  slug: string;
  title: string;
  locale: string;
  business: PageBusiness;
  frameOrigins: readonly string[];
  eventId: string;
  eventTitle: string;
  state: string;
  quantity: number;
  price: number;
  currency: string;
  manageUrl: string | null;
  payBefore: string | null;
}

/** Sends what became of a request for tickets. */
export function sendEventResult(reply: FastifyReply, page: EventResultPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: true });
  const text = bookingText(page.locale);
  const { title, eventTitle, quantity, price, currency, frameOrigins } = page;
  const path = `/book/${encodeURIComponent(page.slug)}/events`;
  const facts = [
    `<dt>${text.say("quantity")}</dt><dd>${quantity}</dd>`,
    ...(price === 0 ? [] : [`<dt>${text.say("price")}</dt><dd>${text.money(price, currency)}</dd>`]),
  ];
  const content = `<p>${escapeHtml(title)}</p>
${stateHtml(page, text)}
<p>${escapeHtml(eventTitle)}</p>
<dl>${facts.join("\n")}</dl>
<p><a href="${path}">${text.say("events")}</a></p>`;
  return sendBusinessHtml(reply, page.business, {
    locale: text.locale,
    title: escapeHtml(eventTitle),
    content,
    frameOrigins,
  });
}

function stateHtml({ state, manageUrl, payBefore, price }: Result, text: BookingText): string {
  if (state === "waiting")
    return `<h1>${text.say("waitingTitle")}</h1>\n<p role="status">${text.say("waitingText")}</p>`;
  if (state === "payment_due")
    return `<h1>${text.say("ticketsKeptTitle")}</h1>
<p role="status">${text.say("keptUntil", { time: text.moment(payBefore!, "UTC") })} (UTC)</p>
${outOfFrame(manageUrl!, text.say("continueToPayment"))}`;
  return `<h1>${text.say("ticketsTitle")}</h1>
<p role="status">${text.say("ticketsText")}</p>
${price > 0 ? `<p>${text.say("ticketsAsAgreed")}</p>` : ""}
${manageUrl === null ? "" : outOfFrame(manageUrl, text.say("toTickets"))}`;
}
