import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { pathOf, sendBusinessHtml, sendPortalHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { bookingFacts, type ShownBooking } from "./booking-facts.ts";
import { bookingText, languageOf, type BookingText } from "./booking-text.ts";
import { outOfFrame } from "./payment-facts.ts";
import { messageOf, sendRefusedBooking } from "./refused-booking.ts";
import { hidden } from "./time-choices.ts";

/** What became of a visitor's form, or its refusal. */
export type BookingResultPage = Result | { refusal: PublicError };

interface Result {
  slug: string;
  title: string;
  locale: string;
  business: PageBusiness;
  frameOrigins: readonly string[];
  token: string | null;
  payUrl: string | null;
  payBefore: string | null;
  deposit: number | null;
  booking: ShownBooking | null;
}

/** Sends the booking that was made, or the form for its code. */
export function sendBookingResult(reply: FastifyReply, page: BookingResultPage): FastifyReply {
  if ("refusal" in page) return refused(reply, page.refusal);
  const text = bookingText(page.locale);
  const { slug, title, token, booking, frameOrigins } = page;
  const path = `/book/${encodeURIComponent(slug)}`;
  const content = booking ? booked({ ...page, booking }, text, path) : codeForm(token!, text, path);
  return sendBusinessHtml(reply, page.business, {
    locale: text.locale,
    title: escapeHtml(title),
    content: `<p>${escapeHtml(title)}</p>\n${content}`,
    hasForm: booking === null,
    frameOrigins,
  });
}

/** A wrong code can be entered again; the token is the one that was sent. */
function refused(reply: FastifyReply, refusal: PublicError): FastifyReply {
  const { token } = (reply.request.body ?? {}) as { token?: unknown };
  const isWrong = (refusal.details as { rule?: unknown } | undefined)?.rule === "wrong_code";
  if (!isWrong || typeof token !== "string" || token.length > 64)
    return sendRefusedBooking(reply, refusal, { isFramed: true });
  const text = bookingText(languageOf(reply.request.headers["accept-language"]));
  const path = pathOf(reply).replace(/\/confirm$/, "");
  const content = `<p role="alert">${messageOf(refusal, text)}</p>\n${codeForm(token, text, path)}`;
  const title = text.say("enterCode");
  return sendPortalHtml(reply, { locale: text.locale, title, content, hasForm: true, frameOrigins: ["*"] });
}

function codeForm(token: string, text: BookingText, path: string): string {
  return `<h1>${text.say("enterCode")}</h1>
<p role="status">${text.say("codeSent")}</p>
<form method="post" action="${path}/confirm">${hidden({ token })}
<label for="code">${text.say("code")}</label>
<input id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="7">
<button type="submit">${text.say("confirm")}</button></form>`;
}

function booked(
  { booking, payUrl, payBefore, deposit }: Result & { booking: ShownBooking },
  text: BookingText,
  path: string,
): string {
  if (payUrl !== null) {
    const amount = text.money(deposit!, booking.currency);
    return `<h1>${text.say("payTitle")}</h1>
<p role="status">${text.say("keptUntil", { time: text.moment(payBefore!, booking.timezone) })}</p>
<dl><dt>${text.say("deposit")}</dt><dd>${amount}</dd></dl>
${outOfFrame(payUrl, text.say("continueToPayment"))}
${bookingFacts({ ...booking, status: "unpaid" }, text)}`;
  }
  const isPending = booking.status === "pending";
  return `<h1>${text.say(isPending ? "requestedTitle" : "bookedTitle")}</h1>
<p role="status">${isPending ? `${text.say("requestedText")} ` : ""}${text.say("mailNote")}</p>
${bookingFacts(booking, text)}
<p><a href="${path}">${text.say("another")}</a></p>`;
}
