import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { isInvalidLink, sendInvalidLink } from "./invalid-link.ts";
import { sellerHeadHtml, pathOf, sellerHtml, sendPortalHtml, type PageSeller } from "./portal-layout.ts";
import { portalText, type PortalText } from "./portal-text.ts";
import { sendRefusedForm } from "./refused-form.ts";

/** The page for the holder of a client's link, or the refusal of the link or of a change. */
export type ClientPage = Portal | { refusal: PublicError };

interface Portal {
  locale: string;
  seller: PageSeller;
  name: string;
  phone: string | null;
  billingAddress: string | null;
  balances: readonly { currency: string; due: number }[];
  invoices: readonly {
    number: string;
    status: string;
    dueDate: string | null;
    currency: string;
    amountDue: number;
    link: string;
  }[];
  quotations: readonly {
    number: string;
    validUntil: string;
    currency: string;
    total: number;
    link: string;
  }[];
  payments: readonly {
    paymentId: string;
    receivedOn: string;
    currency: string;
    amount: number;
    refunded: number;
  }[];
  savedMethods: readonly { id: string; brand: string; last4: string; expiresOn: string | null }[];
  isUpdated: boolean;
}

/** Sends the page on which a client sees what is open and was paid, and changes contact data. */
export function sendClientPage(reply: FastifyReply, page: ClientPage): FastifyReply {
  // A form posts to a path below the page's own.
  const path = pathOf(reply).replace(/\/payment-methods\/[^/]+\/remove$/, "");
  if ("refusal" in page) {
    if (isInvalidLink(page.refusal)) return sendInvalidLink(reply);
    return sendRefusedForm(reply, page.refusal, { title: "notSaved", back: path });
  }
  const text = portalText(page.locale);
  const title = text.say("account");
  return sendPortalHtml(reply, {
    locale: text.locale,
    title,
    content: contentOf(page, { text, title, path }),
    hasLogo: page.seller.logoUrl !== null,
    accent: page.seller.color,
    hasForm: true,
  });
}

function contentOf(
  page: Portal,
  { text, title, path }: { text: PortalText; title: string; path: string },
): string {
  const { seller, name, balances, isUpdated } = page;
  const due = balances
    .map(
      ({ currency, due: amount }) =>
        `<dt>${text.say("amountDue")}</dt><dd>${text.money(amount, currency)}</dd>`,
    )
    .join("");
  return `${sellerHeadHtml(seller)}
<h1>${title}</h1>
<p>${text.say("for", { name })}</p>
${isUpdated ? `<p role="status">${text.say("saved")}</p>` : ""}
${due === "" ? `<p>${text.say("nothingDue")}</p>` : `<dl>${due}</dl>`}
${invoiceList(page, text)}
${quotationList(page, text)}
${paymentList(page, text, path)}
${methodList(page, text, path)}
${contactForm(page, text, path)}
${sellerHtml(seller)}`;
}

function invoiceList({ invoices }: Portal, text: PortalText): string {
  const rows = invoices.map(
    ({ number, status, dueDate, amountDue, currency, link }) => `<tr>
<td><a href="${escapeHtml(link)}">${escapeHtml(number)}</a>${status === "overdue" ? ` (${text.say("overdue")})` : ""}</td>
<td>${text.day(dueDate)}</td><td class="right">${text.money(amountDue, currency)}</td></tr>`,
  );
  return section(text, "openInvoices", [text.say("invoice"), text.say("dueOn"), text.say("amountDue")], rows);
}

function quotationList({ quotations }: Portal, text: PortalText): string {
  if (quotations.length === 0) return "";
  const rows = quotations.map(
    ({
      number,
      validUntil,
      total,
      currency,
      link,
    }) => `<tr><td><a href="${escapeHtml(link)}">${escapeHtml(number)}</a></td>
<td>${text.day(validUntil)}</td><td class="right">${text.money(total, currency)}</td></tr>`,
  );
  const heads = [text.say("openQuotations"), text.say("validUntil"), text.say("total")];
  return section(text, "openQuotations", heads, rows);
}

function paymentList({ payments }: Portal, text: PortalText, path: string): string {
  const rows = payments.map(({ paymentId, receivedOn, amount, refunded, currency }) => {
    const back =
      refunded > 0 ? `<br>${text.words.refunded.replace("{amount}", text.money(refunded, currency))}` : "";
    const href = `${path}/receipts/${encodeURIComponent(paymentId)}?download=true`;
    const label = `${text.say("receipt")}, ${text.day(receivedOn)}`;
    return `<tr><td>${text.day(receivedOn)}</td><td><a href="${href}" aria-label="${label}">${text.say("receipt")}</a></td>
<td class="right">${text.money(amount, currency)}${back}</td></tr>`;
  });
  return section(text, "payments", [text.say("receivedOn"), text.say("receipt"), text.say("amount")], rows);
}

/** Saved payment methods, each with a form that removes it. */
function methodList({ savedMethods }: Portal, text: PortalText, path: string): string {
  if (savedMethods.length === 0) return "";
  const items = savedMethods.map(({ id, brand, last4, expiresOn }) => {
    const name = escapeHtml(`${brand} •••• ${last4}`);
    const until =
      expiresOn === null ? "" : `, ${text.words.worksUntil.replace("{date}", text.day(expiresOn))}`;
    const action = `${path}/payment-methods/${encodeURIComponent(id)}/remove`;
    return `<li>${name}${until}
<form method="post" action="${action}"><button type="submit" aria-label="${text.say("removeMethod")}: ${name}">${text.say("removeMethod")}</button></form></li>`;
  });
  return `<h2>${text.say("savedMethods")}</h2>\n<ul>${items.join("\n")}</ul>`;
}

function section(
  text: PortalText,
  title: "openInvoices" | "openQuotations" | "payments",
  heads: readonly string[],
  rows: readonly string[],
): string {
  const head = heads.map((label, at) => `<th scope="col"${at === 2 ? ' class="right"' : ""}>${label}</th>`);
  const table = `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
  return `<h2>${text.say(title)}</h2>\n${rows.length === 0 ? `<p>${text.say("none")}</p>` : table}`;
}

function contactForm({ name, phone, billingAddress }: Portal, text: PortalText, path: string): string {
  return `<h2>${text.say("contact")}</h2>
<form method="post" action="${path}">
<label for="name">${text.say("name")}</label>
<input id="name" name="name" required maxlength="200" autocomplete="name" value="${escapeHtml(name)}">
<label for="phone">${text.say("phone")}</label>
<input id="phone" name="phone" type="tel" maxlength="40" autocomplete="tel" value="${escapeHtml(phone ?? "")}">
<label for="address">${text.say("address")}</label>
<textarea id="address" name="billingAddress" rows="3" maxlength="500" autocomplete="street-address">${escapeHtml(billingAddress ?? "")}</textarea>
<button type="submit">${text.say("save")}</button></form>`;
}
