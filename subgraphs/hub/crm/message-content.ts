import type { BulkMessage } from "../../../src/mail/bulk-mail.port.ts";
import type { CampaignContent } from "./campaign.rows.ts";
import { escapeHtml } from "./template-html.ts";
import { renderTemplate } from "./template.ts";
import type { MessageTokens } from "./message-tokens.ts";

/** Whom a message is for. */
export interface Addressee {
  id: string;
  address: string;
  name: string | null;
  variables: Record<string, unknown>;
}

/** Where the links of messages lead. */
export interface LinkPlaces {
  publicUrl: string;
  tokens: MessageTokens;
}

const longestLink = 1_500;

/** One message of a campaign, with its own names and links, as it is handed to the mail server. */
export function messageFor(content: CampaignContent, to: Addressee, links: LinkPlaces): BulkMessage {
  const { subject, htmlBody, textBody, fromName, replyTo, senderLine, category } = content;
  const rendered = renderTemplate({ subject, htmlBody, textBody }, to.variables);
  const unsubscribeUrl = linkOf(links, "unsubscribe", to.id);
  const isMarketing = category === "marketing";
  const text = rendered.text ?? textOf(rendered.html);
  const html = countClicks(rendered.html, (url) => linkOf(links, "click", `${to.id} ${url}`));
  const pixel = `<img src="${linkOf(links, "open", to.id)}" alt="" width="1" height="1">`;
  return {
    messageId: `${to.id}@${new URL(links.publicUrl).hostname}`,
    from: { name: fromName },
    to: { name: to.name, address: to.address },
    replyTo,
    subject: rendered.subject,
    html: `${html}${isMarketing ? htmlFooter(senderLine ?? "", unsubscribeUrl) : ""}${pixel}`,
    text: isMarketing ? `${text}\n\n--\n${senderLine}\nUnsubscribe: ${unsubscribeUrl}\n` : text,
    // RFC 2369, RFC 8058. A message about somebody's own business carries neither.
    headers: isMarketing
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          Precedence: "bulk",
        }
      : {},
  };
}

/** The paths under which links of messages are answered. */
export const linkPaths = {
  unsubscribe: "/crm/unsubscribe",
  open: "/crm/opens",
  click: "/crm/clicks",
} as const;

function linkOf({ publicUrl, tokens }: LinkPlaces, purpose: keyof typeof linkPaths, payload: string): string {
  return `${publicUrl}${linkPaths[purpose]}/${tokens.sign(purpose, payload)}`;
}

/** Has links to the web go by way of us. The HTML is sanitised, so that every `href` is quoted and escaped. */
function countClicks(html: string, via: (url: string) => string): string {
  return html.replaceAll(
    /(<a\s[^>]*?href=")(https?:[^"]*)(")/g,
    (whole, before: string, url: string, after: string) =>
      url.length > longestLink ? whole : `${before}${via(unescapeHtml(url))}${after}`,
  );
}

function htmlFooter(line: string, unsubscribeUrl: string): string {
  return (
    `<p style="font-size:12px;color:#666">${escapeHtml(line)}<br>` +
    `<a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`
  );
}

/** What a program shows that shows no HTML: the words, links in brackets behind theirs. */
export function textOf(html: string): string {
  const text = html
    .replaceAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, "$2 [$1]")
    .replaceAll(/<(br|\/p|\/div|\/h[1-6]|\/li|\/tr|hr)\b[^>]*>/g, "\n")
    .replaceAll(/<[^>]*>/g, "");
  return unescapeHtml(text)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => entities[name]!);
}
