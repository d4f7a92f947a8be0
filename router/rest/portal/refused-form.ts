import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { sendPortalHtml } from "./portal-layout.ts";
import { portalText } from "./portal-text.ts";

/** Says why a form had no effect, in the words of the API, with a link back to its page. */
export function sendRefusedForm(
  reply: FastifyReply,
  { error: message }: PublicError,
  { title, back }: { title: "notStarted" | "notSaved"; back: string },
): FastifyReply {
  const text = portalText("en");
  const heading = text.say(title);
  const content = `<h1>${heading}</h1>
<p role="alert">${escapeHtml(message)}</p>
<p><a href="${back}">${text.say("back")}</a></p>`;
  return sendPortalHtml(reply, { locale: text.locale, title: heading, content });
}
