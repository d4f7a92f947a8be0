import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { sendPortalHtml } from "./portal-layout.ts";
import { portalText } from "./portal-text.ts";

/** True for the refusal of a link itself: it is unknown, or has ended. */
export function isInvalidLink({ status }: PublicError): boolean {
  return status === 404 || status === 410;
}

/** One page for a link that is unknown, revoked, replaced or expired, which says nothing about what the link was for. */
export function sendInvalidLink(reply: FastifyReply): FastifyReply {
  const text = portalText("en");
  const title = text.say("notValid");
  const content = `<h1>${title}</h1>\n<p role="alert">${text.say("notValidText")}</p>`;
  return sendPortalHtml(reply, { locale: text.locale, title, content });
}
