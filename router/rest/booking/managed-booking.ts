import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { pathOf, sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { bookingFacts, type ShownBooking } from "./booking-facts.ts";
import { bookingText, type BookingText } from "./booking-text.ts";
import { payForm, payTargets, type ShownPayment } from "./payment-facts.ts";
import { sendRefusedBooking } from "./refused-booking.ts";
import { dayChoices, hidden, type TimeChoices } from "./time-choices.ts";

/** The page of a customer's link, or the refusal of the link or of a change. */
export type ManagedBookingPage = Managed | { refusal: PublicError };

interface Managed extends ShownBooking, Omit<TimeChoices, "from"> {
  title: string;
  locale: string;
  business: PageBusiness;
  canCancel: boolean;
  canReschedule: boolean;
  fee: number;
  payment: ShownPayment | null;
  refundOnCancel: number;
  from: string | null;
}

/** Sends a booking with forms to move and to cancel it. No site may show it in a frame. */
export function sendManagedBooking(reply: FastifyReply, page: ManagedBookingPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: false });
  // A change posts to a path below the page's own.
  const path = pathOf(reply).replace(/\/(reschedule|cancel|pay)$/, "");
  const text = bookingText(page.locale);
  const title = text.say("yourBooking");
  const content = `<p>${escapeHtml(page.title)}</p>
<h1>${title}</h1>
${bookingFacts(page, text)}
${payForm(page.payment, text, { path, timezone: page.timezone })}
${!page.canCancel && page.fee > 0 ? `<p>${text.say("feeDue")}: ${text.money(page.fee, page.currency)}</p>` : ""}
${page.canReschedule && page.from !== null ? moving({ ...page, from: page.from }, text, path) : ""}
${page.canCancel ? cancelling(page, text, path) : ""}`;
  const formTargets = payTargets(page.payment);
  return sendBusinessHtml(reply, page.business, {
    locale: text.locale,
    title,
    content,
    hasForm: true,
    formTargets,
  });
}

function moving(page: Managed & { from: string }, text: BookingText, path: string): string {
  const slots = page.slots.map(({ start, time }) => {
    const label = text.words.moveTo.replace("{time}", text.time(time));
    return `<li><button name="start" value="${escapeHtml(start)}">${label}</button></li>`;
  });
  const list =
    slots.length === 0 ? `<p>${text.say("noTimes")}</p>` : `<ul class="choices">${slots.join("\n")}</ul>`;
  const day =
    page.date === null
      ? ""
      : `<h3>${text.words.chooseTime.replace("{day}", text.day(page.date))}</h3>
<form method="post" action="${path}/reschedule">${list}</form>`;
  return `<details${page.date === null ? "" : " open"}><summary>${text.say("reschedule")}</summary>
${dayChoices(page, text, { path, chosen: {} })}
${day}</details>`;
}

function cancelling(
  { fee, currency, canReschedule, refundOnCancel }: Managed,
  text: BookingText,
  path: string,
): string {
  const cost =
    fee === 0 ? text.say("cancelFree") : text.words.cancelFee.replace("{amount}", text.money(fee, currency));
  return `${canReschedule ? "" : `<p>${text.say("noMove")}</p>`}
<details><summary>${text.say("cancel")}</summary>
<p>${cost}</p>
${refundOnCancel > 0 ? `<p>${text.say("refundOnCancel", { amount: text.money(refundOnCancel, currency) })}</p>` : ""}
<form method="post" action="${path}/cancel">${hidden({ acceptedFee: String(fee) })}
<button type="submit">${text.say("cancelNow")}</button></form></details>`;
}
