import { escapeHtml } from "../../src/text/html.ts";
import type { PublicError } from "../../src/errors.ts";
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** The page for the holder of a payment link, or the refusal of its form. */
export type PaymentPage = InvoicePage | { refusal: PublicError };

interface InvoicePage {
  number: string | null;
  clientName: string;
  currency: string;
  total: number;
  amountDue: number;
  isOpen: boolean;
  message: string;
  seller: {
    name: string | null;
    addressLines: readonly string[];
    email: string | null;
    phone: string | null;
    website: string | null;
    taxIds: readonly string[];
    bankLines: readonly string[];
    logoUrl: string | null;
  };
  /** Null where nothing can be paid online. */
  onlinePayment: { minAmount: number; maxAmount: number; checkoutOrigin: string } | null;
  amountProcessing: number;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
img { max-width: 14rem; max-height: 4rem }
form { margin: 1.5rem 0 }
label, input { display: block; font: inherit }
input { box-sizing: border-box; width: 100%; margin: .25rem 0 1rem; padding: .5rem }
button { font: inherit; padding: .5rem 1.5rem }
address { white-space: pre-line; font-style: normal }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * No scripts, only the inline style sheet, the logo where there is one, and the form that leads to the processor's page:
 * browsers check the redirect after a form too.
 */
const policy = (page: PaymentPage) => [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  ...("seller" in page && page.seller.logoUrl !== null ? ["img-src data:"] : []),
  "base-uri 'none'",
  "seller" in page && page.onlinePayment
    ? `form-action 'self' ${new URL(page.onlinePayment.checkoutOrigin).origin}`
    : "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Sends an invoice's hosted page. It shows the amount due, and a form to pay it where its seller takes payments online: card
 * data is entered at the processor alone.
 */
export function sendPaymentPage(reply: FastifyReply, page: PaymentPage): FastifyReply {
  return reply
    .headers({
      "content-security-policy": policy(page).join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send("refusal" in page ? refusalHtml(page.refusal, reply.request.url) : paymentHtml(page));
}

function paymentHtml({
  number,
  clientName,
  currency,
  total,
  amountDue,
  isOpen,
  message,
  seller,
  onlinePayment,
  amountProcessing,
}: InvoicePage): string {
  const title = escapeHtml(number === null ? "Invoice" : `Invoice ${number}`);
  const money = (amount: number) =>
    escapeHtml(amount.toLocaleString("en-US", { style: "currency", currency }));
  const how =
    isOpen && !onlinePayment
      ? "<p>Please pay as agreed with the sender and include the invoice number.</p>"
      : "";
  const logo = seller.logoUrl === null ? "" : `<img alt="" src="${escapeHtml(seller.logoUrl)}">`;
  const { name, addressLines, email, phone, website, taxIds, bankLines } = seller;
  const lines = [name, ...addressLines, email, phone, website, ...taxIds].filter((line) => line !== null);
  return htmlOf(
    title,
    `${logo}
<h1>${title}</h1>
<p>For ${escapeHtml(clientName)}.</p>
<p role="status">${escapeHtml(message)}</p>
<dl><dt>Total</dt><dd>${money(total)}</dd><dt>Amount due</dt><dd>${money(amountDue)}</dd></dl>
${amountProcessing > 0 ? `<p>${money(amountProcessing)} are being confirmed by your bank.</p>` : ""}
${how}
${onlinePayment ? payForm(onlinePayment, money) : ""}
${addressHtml(bankLines)}
${addressHtml(lines)}`,
  );
}

/** The form that opens the processor's page. It posts to the link of this page. */
function payForm(
  { minAmount, maxAmount }: NonNullable<InvoicePage["onlinePayment"]>,
  money: (amount: number) => string,
): string {
  const amount =
    minAmount === maxAmount
      ? ""
      : `<label for="amount">Amount to pay, from ${money(minAmount)} to ${money(maxAmount)}</label>
<input id="amount" name="amount" type="number" inputmode="decimal" required min="${minAmount}" max="${maxAmount}" step="0.01"
value="${maxAmount}">`;
  const label = minAmount === maxAmount ? `Pay ${money(maxAmount)}` : "Pay online";
  return `<form method="post">
${amount}
<button type="submit">${label}</button>
<p>You enter your card on the page of the payment processor. If you have just paid, the payment shows here in a moment.</p>
</form>`;
}

function refusalHtml({ error: message }: PublicError, url: string): string {
  const title = "The payment was not started";
  const back = escapeHtml(url.split("?", 1)[0]!);
  return htmlOf(
    title,
    `<h1>${title}</h1>
<p role="alert">${escapeHtml(message)}</p>
<p><a href="${back}">Back to the invoice</a></p>`,
  );
}

function htmlOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main>
${content}
</main></body>
</html>
`;
}

function addressHtml(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<address>${escapeHtml(lines.join("\n"))}</address>`;
}
