import type { FastifyReply } from "fastify";
import { escapeHtml } from "../../src/text/html.ts";
import { linkPageHeaders, pageHtml, pageLook } from "../rest/page-look.ts";

/** An account that the person may let the agent act for. */
export interface ConsentAccount {
  id: string;
  name: string | null;
  role: string;
}

export interface Consent {
  /** Where the form goes. */
  action: string;
  /** Proves that the form is this page's. */
  formToken: string;
  /** The agent, as it calls itself: nobody has checked it. */
  clientName: string;
  /** Where the person is sent back to. */
  redirectUri: string;
  /** Who is signed in. */
  person: string;
  accounts: readonly ConsentAccount[];
  /** Scopes that the agent asks for, with what each allows. */
  scopes: readonly { name: string; text: string }[];
  /** IDs of the apps to choose from. */
  apps: readonly string[];
}

const { style, source: styleSource } = pageLook();

/** One form, no scripts. A form's target may be redirected only to where the agent waits for the answer. */
function policyOf(redirectUri: string | null): string {
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    "base-uri 'none'",
    `form-action 'self'${redirectUri === null ? "" : ` ${sourceOf(redirectUri)}`}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The source expression of an address: its origin, or the scheme of an installed app. */
function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? origin : protocol;
}

/** Sends the page on which a person decides what an agent may do. */
export function sendConsent(reply: FastifyReply, consent: Consent): FastifyReply {
  return send(reply, {
    title: `Connect ${escapeHtml(consent.clientName)}`,
    content: consentForm(consent),
    policy: policyOf(consent.redirectUri),
  });
}

/** Sends a page that says why a sign-in cannot continue. */
export function sendSignInFault(reply: FastifyReply, status: number, message: string): FastifyReply {
  return send(reply.code(status), {
    title: "The sign-in cannot continue",
    content: `<p role="alert">${escapeHtml(message)}</p>`,
    policy: policyOf(null),
  });
}

function send(
  reply: FastifyReply,
  { title, content, policy }: { title: string; content: string; policy: string },
): FastifyReply {
  return reply
    .headers({ "content-security-policy": policy, "x-frame-options": "DENY", ...linkPageHeaders })
    .type("text/html; charset=utf-8")
    .send(pageHtml({ title, style, content: `<h1>${title}</h1>\n${content}` }));
}

function consentForm(consent: Consent): string {
  const { action, formToken, clientName, redirectUri, person, accounts, scopes, apps } = consent;
  const name = `<bdi>${escapeHtml(clientName)}</bdi>`;
  const { protocol, host } = new URL(redirectUri);
  const target = host === "" || protocol.startsWith("http") ? host || protocol : `${protocol}//${host}`;
  return `<p>${name} asks to act for you through the agent tools of this platform. You are signed in as
<bdi>${escapeHtml(person)}</bdi>.</p>
<p>The app chose its name itself. Afterwards you return to <strong>${escapeHtml(target)}</strong>: continue only if you know
it.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">
<fieldset><legend>For this account</legend>
<select name="account" aria-label="Account">${accounts.map(accountOption).join("")}</select>
</fieldset>
<fieldset><legend>It may</legend>
${scopes.map(({ name: scope, text }) => checkbox("scope", scope, { text, isChecked: true, note: scope })).join("\n")}
</fieldset>
<fieldset><legend>In these apps</legend>
<label><input type="radio" name="apps" value="all" checked><span>All apps, also later ones</span></label>
<label><input type="radio" name="apps" value="some"><span>Only these:</span></label>
${apps.map((id) => checkbox("app", id, { text: id, isChecked: false })).join("\n")}
</fieldset>
<p>Each call is in your account's audit log. You end the access under Settings, Sessions.</p>
<p><button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Cancel</button></p>
</form>`;
}

function accountOption({ id, name, role }: ConsentAccount, index: number): string {
  const words = `${name ?? id} (${role.replace("_", "-")})`;
  return `<option value="${escapeHtml(id)}"${index === 0 ? " selected" : ""}>${escapeHtml(words)}</option>`;
}

function checkbox(
  name: string,
  value: string,
  { text, isChecked, note }: { text: string; isChecked: boolean; note?: string },
): string {
  const checked = isChecked ? " checked" : "";
  const small = note === undefined ? "" : ` <small>${escapeHtml(note)}</small>`;
  const box = `<input type="checkbox" name="${name}" value="${escapeHtml(value)}"${checked}>`;
  return `<label>${box}<span>${escapeHtml(text)}${small}</span></label>`;
}
