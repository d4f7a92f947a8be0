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
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
img { max-width: 14rem; max-height: 4rem }
address { white-space: pre-line; font-style: normal }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** No scripts, no forms, only the inline style sheet and the logo where there is one. */
const policy = (hasLogo: boolean) => [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  ...(hasLogo ? ["img-src data:"] : []),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Sends an invoice's hosted page. It shows the amount due; the payment itself is between the client and the
 * sender.
 */
export function sendPaymentPage(reply: FastifyReply, page: PaymentPage): FastifyReply {
  return reply
    .headers({
      "content-security-policy": policy(page.seller.logoUrl !== null).join("; "),
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
  seller,
}: PaymentPage): string {
  const title = escapeHtml(number === null ? "Invoice" : `Invoice ${number}`);
  const money = (amount: number) =>
    escapeHtml(amount.toLocaleString("en-US", { style: "currency", currency }));
  const how = isOpen ? "<p>Please pay as agreed with the sender and include the invoice number.</p>" : "";
  const logo = seller.logoUrl === null ? "" : `<img alt="" src="${escapeHtml(seller.logoUrl)}">`;
  const { name, addressLines, email, phone, website, taxIds, bankLines } = seller;
  const lines = [name, ...addressLines, email, phone, website, ...taxIds].filter((line) => line !== null);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main>
${logo}
<h1>${title}</h1>
<p>For ${escapeHtml(clientName)}.</p>
<p role="status">${escapeHtml(message)}</p>
<dl><dt>Total</dt><dd>${money(total)}</dd><dt>Amount due</dt><dd>${money(amountDue)}</dd></dl>
${how}
${addressHtml(bankLines)}
${addressHtml(lines)}
</main></body>
</html>
`;
}

function addressHtml(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<address>${escapeHtml(lines.join("\n"))}</address>`;
}
