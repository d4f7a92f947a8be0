import { escapeHtml } from "../../src/text/html.ts";
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** The page for the holder of a payment link. */
export interface PaymentPage {
  number: string | null;
  clientName: string;
  currency: string;
  total: number;
  amountDue: number;
  isOpen: boolean;
  message: string;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
`;

/** No scripts, no forms, no images, only the inline style sheet. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Sends an invoice's hosted page. It shows the amount due; the payment itself is between the client and the
 * sender.
 */
export function sendPaymentPage(reply: FastifyReply, page: PaymentPage): FastifyReply {
  return reply
    .headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send(paymentHtml(page));
}

function paymentHtml({
  number,
  clientName,
  currency,
  total,
  amountDue,
  isOpen,
  message,
}: PaymentPage): string {
  const title = escapeHtml(number === null ? "Invoice" : `Invoice ${number}`);
  const money = (amount: number) =>
    escapeHtml(amount.toLocaleString("en-US", { style: "currency", currency }));
  const how = isOpen ? "<p>Please pay as agreed with the sender and include the invoice number.</p>" : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p>For ${escapeHtml(clientName)}.</p>
<p role="status">${escapeHtml(message)}</p>
<dl><dt>Total</dt><dd>${money(total)}</dd><dt>Amount due</dt><dd>${money(amountDue)}</dd></dl>
${how}
</main></body>
</html>
`;
}
