import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { bookingText, type BookingText, type CustomerWords } from "../booking/booking-text.ts";
import { payForm, payTargets, paymentFact, type ShownPayment } from "../booking/payment-facts.ts";
import { sendRefusedBooking } from "../booking/refused-booking.ts";
import { pathOf, sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { whenAndWhere } from "./event-facts.ts";

/** The page of a guest's link, or the refusal of the link or of a change. */
export type ManagedTicketsPage = Managed | { refusal: PublicError };

interface Managed {
  title: string;
  locale: string;
  business: PageBusiness;
  registrationId: string;
  eventTitle: string;
  start: string;
  timezone: string;
  place: string | null;
  ticketTypeName: string;
  quantity: number;
  price: number;
  currency: string;
  status: string;
  payment: ShownPayment | null;
  canAccept: boolean;
  canCancel: boolean;
  refundOnCancel: number;
  canTransfer: boolean;
  tickets: readonly { attendeeName: string | null; ticketCode: string | null; status: string }[];
}

const statusWords = new Map<string, keyof CustomerWords>([
  ["reserved", "statusReserved"],
  ["confirmed", "statusConfirmed"],
  ["cancelled", "statusCancelled"],
  ["expired", "statusLapsed"],
]);

/** Sends a guest's tickets with forms to pay, accept, pass on and cancel them. No site may show it in a frame. */
export function sendManagedTickets(reply: FastifyReply, page: ManagedTicketsPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: false });
  const path = pathOf(reply).replace(/\/(pay|accept|cancel|transfer)$/, "");
  const text = bookingText(page.locale);
  const title = text.say("yourTickets");
  const content = `<p>${escapeHtml(page.title)}</p>
<h1>${title}</h1>
<h2>${escapeHtml(page.eventTitle)}</h2>
<dl>${whenAndWhere(page, text)}
${facts(page, text)}</dl>
${payForm(page.payment, text, { path, timezone: page.timezone })}
${page.canAccept ? form(`${path}/accept`, text.say("accept")) : ""}
${tickets(page, text)}
${page.canTransfer ? transferring(text, path) : ""}
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

function facts(page: Managed, text: BookingText): string {
  const { ticketTypeName, quantity, price, currency, status, payment, registrationId } = page;
  const rows: [keyof CustomerWords, string][] = [
    ["ticketType", escapeHtml(ticketTypeName)],
    ["quantity", String(quantity)],
    ["price", price === 0 ? text.say("free") : text.money(price, currency)],
    ["status", text.say(statusWords.get(status) ?? "statusConfirmed")],
    ...(payment ? [["payment", paymentFact(payment, text)] as [keyof CustomerWords, string]] : []),
    ["registrationId", escapeHtml(registrationId)],
  ];
  return rows.map(([name, value]) => `<dt>${text.say(name)}</dt><dd>${value}</dd>`).join("\n");
}

function tickets({ tickets: all, status }: Managed, text: BookingText): string {
  if (all.length === 0)
    return status === "confirmed" ? `<p role="status">${text.say("transferred")}</p>` : "";
  const items = all.map(({ attendeeName, ticketCode, status: ofTicket }) => {
    const used = ofTicket === "checked_in" ? ` (${text.say("statusUsed")})` : "";
    const name = attendeeName === null ? "" : `${escapeHtml(attendeeName)}<br>`;
    return `<li>${name}<code>${escapeHtml(ticketCode ?? "")}</code>${used}</li>`;
  });
  return `<h2>${text.say("ticketCodes")}</h2>\n<ul>${items.join("\n")}</ul>`;
}

function transferring(text: BookingText, path: string): string {
  return `<details><summary>${text.say("transferTickets")}</summary>
<p>${text.say("transferNote")}</p>
<form method="post" action="${path}/transfer">
<label for="name">${text.say("name")}</label>
<input id="name" name="name" required maxlength="200">
<label for="email">${text.say("email")}</label>
<input id="email" name="email" type="email" required maxlength="254">
<button type="submit">${text.say("transfer")}</button></form></details>`;
}

function cancelling({ refundOnCancel, currency }: Managed, text: BookingText, path: string): string {
  const back =
    refundOnCancel > 0
      ? `<p>${text.say("refundOnCancel", { amount: text.money(refundOnCancel, currency) })}</p>`
      : "";
  return `<details><summary>${text.say("cancelTickets")}</summary>
${back}${form(`${path}/cancel`, text.say("cancelNow"))}</details>`;
}

function form(action: string, label: string): string {
  return `<form method="post" action="${action}"><button type="submit">${label}</button></form>`;
}
