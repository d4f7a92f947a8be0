import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText } from "./booking-text.ts";

/** An online payment as the pages of its payer show it. */
export interface ShownPayment {
  status: string;
  amount: number;
  refunded: number;
  refundPending: number;
  currency: string;
  payBefore: string | null;
  checkoutOrigin: string | null;
}

/** State of a payment, as the payment service reports it. */
export function paymentFact(payment: ShownPayment, text: BookingText): string {
  const amount = text.money(payment.amount, payment.currency);
  const back = text.money(payment.refunded + payment.refundPending, payment.currency);
  switch (payment.status) {
    case "due":
      return text.say("paymentDue", { amount });
    case "processing":
      return text.say("paymentProcessing");
    case "refund_pending":
      return text.say("paymentRefundPending", { amount, back });
    case "refunded":
    case "partly_refunded":
      return text.say("paymentRefunded", { amount, back });
    default:
      return text.say("paymentPaid", { amount });
  }
}

/** The form that opens the payment service's page; nothing where nothing is due. Card data is entered there alone. */
export function payForm(
  payment: ShownPayment | null,
  text: BookingText,
  { path, timezone }: { path: string; timezone: string },
): string {
  if (payment?.status !== "due") return "";
  const kept = text.say("keptUntil", { time: text.moment(payment.payBefore!, timezone) });
  if (payment.checkoutOrigin === null)
    return `<p role="status">${kept}</p>\n<p>${text.say("payAsAgreed")}</p>`;
  const label = text.say("pay", { amount: text.money(payment.amount, payment.currency) });
  return `<p role="status">${kept}</p>
<form method="post" action="${path}/pay">
<button type="submit">${label}</button>
<p>${text.say("payNote")}</p></form>
<p>${text.say("afterPayment")}</p>`;
}

/** Origins that the form's redirect may lead to. */
export function payTargets(payment: ShownPayment | null): string[] {
  return payment?.checkoutOrigin ? [new URL(payment.checkoutOrigin).origin] : [];
}

/** A link out of a frame: what follows cannot be framed. */
export function outOfFrame(url: string, label: string): string {
  return `<p><a class="button" target="_blank" rel="noopener" href="${escapeHtml(url)}">${label}</a></p>`;
}
