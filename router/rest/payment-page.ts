import type { FastifyReply } from "fastify";
import type { PublicError } from "../../src/errors.ts";
import { escapeHtml } from "../../src/text/html.ts";
import { isInvalidLink, sendInvalidLink } from "./portal/invalid-link.ts";
import {
  sellerHeadHtml,
  pathOf,
  sellerHtml,
  sendPortalHtml,
  type PageSeller,
} from "./portal/portal-layout.ts";
import { amountsHtml, linesHtml, taxedTotals, type PricedPage } from "./portal/priced-lines.ts";
import { portalText, type PortalText } from "./portal/portal-text.ts";
import { sendRefusedForm } from "./portal/refused-form.ts";
import type { PortalWords } from "./portal/words-en.ts";

/** The page for the holder of a payment link, or the refusal of its form. */
export type PaymentPage = InvoicePage | { refusal: PublicError };

interface InvoicePage extends PricedPage {
  number: string | null;
  clientName: string;
  currency: string;
  dueDate: string | null;
  amountDue: number;
  status: string;
  isOpen: boolean;
  locale: string;
  seller: PageSeller;
  /** Null where nothing can be paid online. */
  onlinePayment: {
    minAmount: number;
    maxAmount: number;
    checkoutOrigin: string;
    canSaveMethod: boolean;
  } | null;
  amountProcessing: number;
  amountReturned: number;
}

const statusWords = new Map<string, keyof PortalWords>([
  ["draft", "statusDraft"],
  ["sent", "statusSent"],
  ["overdue", "statusOverdue"],
  ["paid", "statusPaid"],
  ["cancelled", "statusCancelled"],
]);

/**
 * Sends an invoice's hosted page. It shows the amount due, and a form to pay it where its seller takes payments online: card
 * data is entered at the processor alone.
 */
export function sendPaymentPage(reply: FastifyReply, page: PaymentPage): FastifyReply {
  if ("refusal" in page && isInvalidLink(page.refusal)) return sendInvalidLink(reply);
  if ("refusal" in page)
    return sendRefusedForm(reply, page.refusal, { title: "notStarted", back: pathOf(reply) });
  const text = portalText(page.locale);
  const { onlinePayment, seller } = page;
  const title = page.number === null ? text.say("invoice") : text.say("invoiceOf", { number: page.number });
  return sendPortalHtml(reply, {
    locale: text.locale,
    title,
    content: contentOf(page, { text, title, path: pathOf(reply) }),
    hasLogo: seller.logoUrl !== null,
    accent: seller.color,
    hasForm: onlinePayment !== null,
    formTargets: onlinePayment === null ? [] : [new URL(onlinePayment.checkoutOrigin).origin],
  });
}

function contentOf(
  page: InvoicePage,
  { text, title, path }: { text: PortalText; title: string; path: string },
) {
  const { clientName, currency, status, isOpen, seller, onlinePayment } = page;
  const money = (amount: number) => text.money(amount, currency);
  const { amountDue, dueDate } = page;
  const due: [string, string][] = [
    [text.say("amountDue"), money(amountDue)],
    ...(dueDate === null ? [] : [[text.say("dueOn"), text.day(dueDate)] satisfies [string, string]]),
  ];
  const note = (words: string, amount: number) =>
    amount > 0 ? `<p>${escapeHtml(words).replace("{amount}", money(amount))}</p>` : "";
  return `${sellerHeadHtml(seller)}
<h1>${title}</h1>
<p>${text.say("for", { name: clientName })}</p>
<p role="status">${text.say(statusWords.get(status) ?? "statusSent")}</p>
${linesHtml(page.items, text, money)}
${amountsHtml([...taxedTotals(page, text, money), ...due])}
${note(text.words.confirming, page.amountProcessing)}${note(text.words.returned, page.amountReturned)}
${isOpen && !onlinePayment ? `<p>${text.say("asAgreed")}</p>` : ""}
${onlinePayment ? payForm(onlinePayment, text, { money, seller: seller.name ?? "" }) : ""}
${status === "draft" ? "" : `<p><a href="${path}/pdf?download=true">${text.say("pdf")}</a></p>`}
${sellerHtml(seller)}`;
}

/** The form that opens the processor's page. It posts to the link of this page. */
function payForm(
  { minAmount, maxAmount, canSaveMethod }: NonNullable<InvoicePage["onlinePayment"]>,
  text: PortalText,
  { money, seller }: { money: (amount: number) => string; seller: string },
): string {
  const isWhole = minAmount === maxAmount;
  const range = text.words.amountToPay.replace("{min}", money(minAmount)).replace("{max}", money(maxAmount));
  const amount = isWhole
    ? ""
    : `<label for="amount">${range}</label>
<input id="amount" name="amount" type="number" inputmode="decimal" required min="${minAmount}" max="${maxAmount}" step="0.01"
value="${maxAmount}">`;
  const label = isWhole ? text.words.pay.replace("{amount}", money(maxAmount)) : text.say("payOnline");
  const consent = canSaveMethod
    ? `<p><input id="save" name="saveMethod" type="checkbox" value="true"><label for="save">${text.say("saveMethod", { seller })}</label></p>`
    : "";
  return `<form method="post">
${amount}${consent}
<button type="submit">${label}</button>
<p>${text.say("payNote")}</p>
</form>`;
}
