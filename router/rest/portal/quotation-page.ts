import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { sellerHeadHtml, pathOf, sellerHtml, sendPortalHtml, type PageSeller } from "./portal-layout.ts";
import { amountsHtml, linesHtml, taxedTotals, type PricedPage } from "./priced-lines.ts";
import { portalText, type PortalText } from "./portal-text.ts";
import { sendRefusedForm } from "./refused-form.ts";
import { isInvalidLink, sendInvalidLink } from "./invalid-link.ts";
import type { PortalWords } from "./words-en.ts";

/** The page for the holder of a quotation's link, or the refusal of the link or of an answer. */
export type QuotationPage = Quotation | { refusal: PublicError };

interface Quotation extends PricedPage {
  number: string;
  clientName: string;
  currency: string;
  validUntil: string;
  notes: string | null;
  status: string;
  isOpen: boolean;
  locale: string;
  seller: PageSeller;
}

const statusWords = new Map<string, keyof PortalWords>([
  ["draft", "quotationDraft"],
  ["sent", "quotationSent"],
  ["accepted", "quotationAccepted"],
  ["declined", "quotationDeclined"],
  ["expired", "quotationExpired"],
]);

/** Sends a quotation's page: what is offered, and forms to accept or decline it, each with a confirmation. */
export function sendQuotationPage(reply: FastifyReply, page: QuotationPage): FastifyReply {
  // An answer posts to a path below the page's own.
  const path = pathOf(reply).replace(/\/(accept|decline)$/, "");
  if ("refusal" in page) {
    if (isInvalidLink(page.refusal)) return sendInvalidLink(reply);
    return sendRefusedForm(reply, page.refusal, { title: "notSaved", back: path });
  }
  const text = portalText(page.locale);
  const title = text.say("quotationOf", { number: page.number });
  return sendPortalHtml(reply, {
    locale: text.locale,
    title,
    content: contentOf(page, { text, title, path }),
    hasLogo: page.seller.logoUrl !== null,
    accent: page.seller.color,
    hasForm: page.isOpen,
  });
}

function contentOf(
  page: Quotation,
  { text, title, path }: { text: PortalText; title: string; path: string },
): string {
  const { clientName, total, currency, validUntil, notes, status, isOpen, seller } = page;
  const money = (amount: number) => text.money(amount, currency);
  return `${sellerHeadHtml(seller)}
<h1>${title}</h1>
<p>${text.say("for", { name: clientName })}</p>
<p role="status">${text.say(statusWords.get(status) ?? "quotationSent")}</p>
${linesHtml(page.items, text, money)}
${amountsHtml([...taxedTotals(page, text, money), [text.say("validUntil"), text.day(validUntil)]])}
${notes === null ? "" : `<p>${escapeHtml(notes)}</p>`}
${isOpen ? answerForms(text, path, money(total)) : ""}
<p><a href="${path}/pdf?download=true">${text.say("pdf")}</a></p>
${sellerHtml(seller)}`;
}

/** Two forms that open on request. The box must be ticked: nobody answers by one click. */
function answerForms(text: PortalText, path: string, amount: string): string {
  const box = (id: string, label: string) =>
    `<input id="${id}" type="checkbox" required><label for="${id}">${label}</label>`;
  const name = (id: string) =>
    `<label for="${id}">${text.say("yourName")}</label><input id="${id}" name="name" required maxlength="200" autocomplete="name">`;
  const accepts = text.words.confirmAccept.replace("{amount}", amount);
  return `<details><summary>${text.say("acceptQuestion")}</summary>
<form method="post" action="${path}/accept">${name("accept-name")}
<p>${box("accept-sure", accepts)}</p><button type="submit">${text.say("accept")}</button></form></details>
<details><summary>${text.say("declineQuestion")}</summary>
<form method="post" action="${path}/decline">${name("decline-name")}
<label for="decline-note">${text.say("reason")}</label><input id="decline-note" name="note" maxlength="200">
<p>${box("decline-sure", text.say("confirmDecline"))}</p><button type="submit">${text.say("decline")}</button></form></details>
<p>${text.say("evidence")}</p>`;
}
