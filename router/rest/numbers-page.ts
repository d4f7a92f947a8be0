import type { FastifyReply } from "fastify";
import type { FieldFault, PublicError } from "../../src/errors.ts";
import { escapeHtml } from "../../src/text/html.ts";
import { linkPageHeaders, pageHtml, pageLook } from "./page-look.ts";

/** The page for the holder of an entry link: the form, the confirmation, or the refusal. */
export type NumbersPage = { businessName: string; entered?: true } | { refusal: PublicError };

const { style, source } = pageLook();

/** No scripts, no images, only the inline style sheet, and a form that submits to this origin only. */
const policy = [
  "default-src 'none'",
  `style-src ${source}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends the page where a person enters a filer's EIN and PIN. It never shows a number, not even one that was just sent. */
export function sendNumbersPage(reply: FastifyReply, page: NumbersPage): FastifyReply {
  return reply
    .headers({ "content-security-policy": policy, ...linkPageHeaders })
    .type("text/html; charset=utf-8")
    .send(htmlOf(page));
}

function htmlOf(page: NumbersPage): string {
  const title = "EIN and PIN for Form 2290";
  return pageHtml({ title, style, content: `<h1>${title}</h1>\n${contentOf(page)}` });
}

function contentOf(page: NumbersPage): string {
  if ("refusal" in page) return refused(page.refusal);
  const name = escapeHtml(page.businessName);
  if (page.entered)
    return `<p role="status">The EIN and PIN of ${name} were saved and are stored encrypted. You can close this page.</p>`;
  return `<p>Enter the EIN and PIN of ${name}. They are stored encrypted and never shown again. This link works once.</p>\n${form}`;
}

const labels = new Map([
  ["ein", "EIN"],
  ["pin", "PIN"],
]);

/** An unknown link shows no form. After any other error the person can try again. */
function refused({ status, error: message, details }: PublicError): string {
  if (status === 404)
    return `<p role="alert">This link was already used or has expired. Ask the sender for a new link.</p>`;
  const fields = (details["fields"] ?? []) as FieldFault[];
  const faults = fields.map(({ path, message: fault }) => `${labels.get(path) ?? "The form"} ${fault}.`);
  const lines = (faults.length > 0 ? faults : [message]).map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<div role="alert"><p>Nothing was saved. Correct the form and try again.</p><ul>${lines.join("")}</ul></div>\n${form}`;
}

const form = `<form method="post" autocomplete="off">
<label for="ein">Employer identification number (nine digits)</label>
<input id="ein" name="ein" type="text" inputmode="numeric" pattern="[0-9]{2}-?[0-9]{7}" maxlength="10" required>
<label for="pin">Signature PIN (choose five digits)</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{5}" maxlength="5" required>
<button type="submit">Save</button>
</form>`;
