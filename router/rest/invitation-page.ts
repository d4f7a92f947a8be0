import type { FastifyReply } from "fastify";
import type { PublicError } from "../../src/errors.ts";
import { escapeHtml } from "../../src/text/html.ts";
import { linkPageHeaders, pageHtml, pageLook } from "./page-look.ts";

/** The page of an invitation's link: the invitation, or the refusal of the link. */
export type InvitationPage =
  | {
      organization: string;
      role: string;
      invitedBy: string | null;
      /** Only a `pending` invitation can be accepted. */
      status: string;
      /** ISO 8601. */
      expiresAt: string;
    }
  | { refusal: PublicError };

const { style, source } = pageLook();

/** No scripts, no forms, no images, only the inline style sheet. */
const policy = [
  "default-src 'none'",
  `style-src ${source}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Sends the page of an invitation's link, with status 404 unless the invitation can be accepted. An unknown, used, revoked
 * or expired link has one page, which does not say which of them it is.
 */
export function sendInvitationPage(reply: FastifyReply, page: InvitationPage): FastifyReply {
  const isRefused = "refusal" in page;
  if (!isRefused && page.status !== "pending") void reply.code(404);
  const { token } = reply.request.params as { token: string };
  return reply
    .headers({ "content-security-policy": policy, ...linkPageHeaders })
    .type("text/html; charset=utf-8")
    .send(htmlOf(isRefused ? refused(page.refusal) : contentOf(page, token)));
}

interface Content {
  title: string;
  /** Escaped markup. */
  content: string;
}

function htmlOf({ title, content }: Content): string {
  return pageHtml({ title, style, content: `<h1>${title}</h1>\n${content}` });
}

/** A person with this role, as in "with the role …". */
const roles = new Map([
  ["admin", "admin"],
  ["billing", "billing"],
  ["member", "member"],
  ["read_only", "read-only"],
]);

function contentOf(page: Exclude<InvitationPage, { refusal: PublicError }>, token: string): Content {
  if (page.status !== "pending") return invalid;
  const { organization, role, invitedBy, expiresAt } = page;
  const inviter = invitedBy === null ? "An administrator" : isolated(invitedBy);
  // The fragment stays in the browser: it is in no request, no log and no Referer.
  const link = `/members#invitation=${encodeURIComponent(token)}`;
  const content = `<p>${inviter} invites you to join ${isolated(organization)}.</p>
<dl><dt>Organization</dt><dd>${isolated(organization)}</dd>
<dt>Your role</dt><dd>${escapeHtml(roles.get(role) ?? role)}</dd>
<dt>Invited by</dt><dd>${inviter}</dd>
<dt>Valid until</dt><dd>${timeOf(expiresAt)}</dd></dl>
<h2>How to accept</h2>
<p><a href="${escapeHtml(link)}">Open the invitation in your account</a>, sign in with the address that it was sent to, and
choose Accept. The address must be verified.</p>
<p>Programs send <code>POST /account-invitations/accept</code> with the token, which is the last part of this page's URL.</p>
<p>If you do not know the sender, close this page. Nothing happens then.</p>`;
  return { title: `Invitation to ${escapeHtml(organization)}`, content };
}

const invalid: Content = {
  title: "This invitation is not valid",
  content: `<p role="alert">The invitation was already used, replaced by a newer one or revoked, or it has expired.</p>
<p>If you have accepted it, your organizations are in <a href="/members">your account</a>. Otherwise ask the person who
invited you to send it again.</p>`,
};

/** An unknown link is as invalid as a used one. Other refusals say what they are, such as too many requests. */
function refused({ status, error: message }: PublicError): Content {
  if (status === 404) return invalid;
  return {
    title: "The invitation cannot be shown now",
    content: `<p role="alert">${escapeHtml(message)}</p>`,
  };
}

/** Text of other people. Its direction of writing does not change the text around it. */
function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function timeOf(text: string): string {
  const time = new Date(text).toISOString();
  return `<time datetime="${time}">${time.slice(0, 10)}, ${time.slice(11, 16)} UTC</time>`;
}
