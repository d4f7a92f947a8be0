import type { FastifyReply } from "fastify";
import { sendPortalHtml } from "./portal-layout.ts";
import { portalText } from "./portal-text.ts";

/** One page for a link that is unknown, revoked or expired, which does not say which of them it is. */
export function sendInvalidLink(reply: FastifyReply): FastifyReply {
  const text = portalText("en");
  const title = text.say("notValid");
  const content = `<h1>${title}</h1>\n<p role="alert">${text.say("notValidText")}</p>`;
  return sendPortalHtml(reply, { locale: text.locale, title, content });
}
