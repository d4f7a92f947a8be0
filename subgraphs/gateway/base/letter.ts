import type { MailAttachment } from "../../../src/mail/bulk-mail.port.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { readable } from "./readable-color.ts";

/** Who a mail to a client is from. */
export interface LetterSender {
  tradeName: string | null;
  legalName: string | null;
  email: string | null;
  /** `#rrggbb`. */
  color: string | null;
  logo: Buffer | null;
}

/** A mail to a client about a document or a booking. */
export interface Letter {
  locale: string;
  seller: LetterSender;
  /** Those that are null or empty are left out. */
  paragraphs: readonly (string | null | undefined)[];
  /** Link of the document; the text has it as a URL, the HTML as a button. */
  button?: { label: string; url: string } | null;
}

/** What a mail of a letter has, besides its ID, recipient, subject and documents. */
export interface ComposedLetter {
  text: string;
  html: string;
  replyTo: string | null;
  headers: Readonly<Record<string, string>>;
  attachments: MailAttachment[];
}

const logoId = "logo@hub-platform";
const style = {
  body: "margin:0;padding:24px;background:#f4f4f4;font-family:Arial,Helvetica,sans-serif;color:#111111",
  card: "max-width:600px;margin:0 auto;background:#ffffff;padding:32px",
  text: "margin:0 0 16px;font-size:16px;line-height:1.5;white-space:pre-line",
  foot: "margin:24px 0 0;font-size:12px;line-height:1.5;color:#555555",
};

/**
 * Writes a letter as text and as HTML, with the seller's logo, colour and name. Every text is escaped. It is marked as generated
 * (RFC 3834), so that no vacation notice answers it. Mails about a client's own documents are no lists, so there is no
 * List-Unsubscribe (RFC 8058 is for subscriptions).
 */
export function composeLetter({ locale, seller, paragraphs, button = null }: Letter): ComposedLetter {
  const said = paragraphs.filter((paragraph): paragraph is string => Boolean(paragraph));
  const name = seller.tradeName ?? seller.legalName;
  const link = button && `${button.label}\n${button.url}`;
  const { logo } = seller;
  return {
    text: `${[...said, link, name].filter(Boolean).join("\n\n")}\n`,
    html: htmlOf({ locale, name, hasLogo: logo !== null, color: readable(seller.color), said, button }),
    replyTo: seller.email,
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: logo ? [logoFile(logo)] : [],
  };
}

function logoFile(content: Buffer): MailAttachment {
  const isPng = content[0] === 0x89;
  const contentType = isPng ? "image/png" : "image/jpeg";
  return { filename: isPng ? "logo.png" : "logo.jpg", contentType, content, contentId: logoId };
}

interface HtmlParts {
  locale: string;
  name: string | null;
  hasLogo: boolean;
  color: string;
  said: readonly string[];
  button: { label: string; url: string } | null;
}

function htmlOf({ locale, name, hasLogo, color, said, button }: HtmlParts): string {
  const shown = escapeHtml(name ?? "");
  const head = hasLogo
    ? `<img src="cid:${logoId}" alt="${shown}" style="max-width:240px;max-height:80px">`
    : `<strong style="font-size:20px;color:${color}">${shown}</strong>`;
  const blocks = said.map((text) => `<p dir="auto" style="${style.text}">${escapeHtml(text)}</p>`);
  const link = button
    ? [
        `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:${color};color:#ffffff;padding:12px 24px;text-decoration:none;font-size:16px;display:inline-block">${escapeHtml(button.label)}</a></p>`,
      ]
    : [];
  return [
    `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
    `<body style="${style.body}"><div style="${style.card}">`,
    `<p style="margin:0 0 24px;padding:0 0 16px;border-bottom:2px solid ${color}">${head}</p>`,
    ...blocks,
    ...link,
    `<p dir="auto" style="${style.foot}">${shown}</p>`,
    "</div></body></html>",
  ].join("\n");
}
