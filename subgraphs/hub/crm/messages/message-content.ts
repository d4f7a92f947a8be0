import type { BulkMessage } from "../../../../src/mail/bulk-mail.port.ts";
import type { CampaignContent } from "../campaigns/campaign.rows.ts";
import { escapeHtml } from "../../../../src/text/html.ts";
import { compileTemplate, type CompiledTemplate } from "../templates/template.ts";
import { threadHeaders } from "../mails/mail-thread.ts";
import type { MessageTokens } from "./message-tokens.ts";

/** Recipient of a message. */
export interface Addressee {
  id: string;
  address: string;
  name: string | null;
  variables: Record<string, unknown>;
}

/** Base URLs of the links in messages. */
export interface LinkPlaces {
  publicUrl: string;
  tokens: MessageTokens;
}

const longestLink = 1_500;

/** A campaign's content, compiled once for all its messages. */
export interface CompiledContent extends Omit<CampaignContent, "subject" | "htmlBody" | "textBody"> {
  template: CompiledTemplate;
}

export function compileContent({
  subject,
  htmlBody,
  textBody,
  ...content
}: CampaignContent): CompiledContent {
  return { ...content, template: compileTemplate({ subject, htmlBody, textBody }) };
}

/** One message of a campaign, with its own names and links, as it is handed to the mail server. */
export function messageFor(content: CompiledContent, to: Addressee, links: LinkPlaces): BulkMessage {
  const { template, fromName, replyTo, senderLine, category } = content;
  const { html, ...rendered } = template.render(to.variables, viaClicks(to, links));
  const unsubscribeUrl = linkOf(links, "unsubscribe", to.id);
  const isMarketing = category === "marketing";
  const text = rendered.text ?? template.words(to.variables);
  const pixel = `<img src="${linkOf(links, "open", to.id)}" alt="" width="1" height="1">`;
  return {
    messageId: `${to.id}@${new URL(links.publicUrl).hostname}`,
    from: { name: fromName },
    to: { name: to.name, address: to.address },
    replyTo,
    subject: rendered.subject,
    html: `${html}${isMarketing ? htmlFooter(senderLine ?? "", unsubscribeUrl) : ""}${pixel}`,
    text: isMarketing ? `${text}\n\n--\n${senderLine}\nUnsubscribe: ${unsubscribeUrl}\n` : text,
    headers: { ...(isMarketing ? listHeaders(unsubscribeUrl) : {}), ...threadHeaders(content) },
  };
}

/** RFC 2369, RFC 8058. Transactional messages carry neither. */
function listHeaders(unsubscribeUrl: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    Precedence: "bulk",
  };
}

/** The paths under which links of messages are answered. */
const linkPaths = {
  unsubscribe: "/crm/unsubscribe",
  open: "/crm/opens",
  click: "/crm/clicks",
} as const;

function linkOf({ publicUrl, tokens }: LinkPlaces, purpose: keyof typeof linkPaths, payload: string): string {
  return `${publicUrl}${linkPaths[purpose]}/${tokens.sign(purpose, payload)}`;
}

/** Replaces web links by our signed redirects. */
function viaClicks(to: Addressee, links: LinkPlaces): (url: string) => string {
  const known = new Map<string, string>();
  return (url) => {
    if (url.length > longestLink) return url;
    const way = known.get(url) ?? linkOf(links, "click", `${to.id} ${url}`);
    known.set(url, way);
    return way;
  };
}

function htmlFooter(line: string, unsubscribeUrl: string): string {
  return (
    `<p style="font-size:12px;color:#666">${escapeHtml(line)}<br>` +
    `<a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`
  );
}
