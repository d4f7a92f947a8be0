import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { pathOf, sendPortalHtml } from "../portal/portal-layout.ts";
import { bookingText, languageOf, type BookingText } from "./booking-text.ts";

const gone = new Set(["SLOT_TAKEN", "OUTSIDE_HOURS", "TOO_SOON", "TOO_FAR"]);

/**
 * Says why a page or a form was refused, in the language of the browser, with a link back. It shows no data, so any site may have
 * it in a frame where `isFramed`: which ones the account allows is not known here.
 */
export function sendRefusedBooking(
  reply: FastifyReply,
  refusal: PublicError,
  { isFramed }: { isFramed: boolean },
): FastifyReply {
  const text = bookingText(languageOf(reply.request.headers["accept-language"]));
  const isUnknown = refusal.status === 404;
  const title = text.say(isUnknown ? "notValid" : "refused");
  const content = `<h1>${title}</h1>
<p role="alert">${isUnknown ? text.say("notValidText") : messageOf(refusal, text)}</p>
${isUnknown ? "" : `<p><a href="${backOf(reply)}">${text.say("back")}</a></p>`}`;
  const frameOrigins = isFramed ? ["*"] : [];
  return sendPortalHtml(reply, { locale: text.locale, title, content, frameOrigins });
}

/** What happens often is said in the language of the page; the rest in the words of the API. */
export function messageOf({ code, error, details }: PublicError, text: BookingText): string {
  if (gone.has(code)) return text.say("timeGone");
  const { rule, fields } = (details ?? {}) as {
    rule?: unknown;
    fields?: readonly { path: string; message: string }[];
  };
  if (code === "SOLD_OUT") return text.say("soldOut");
  if (rule === "wrong_code") return text.say("wrongCode");
  if (!Array.isArray(fields)) return escapeHtml(error);
  return fields.map(({ path, message }) => escapeHtml(`${path} ${message}`)).join("<br>");
}

/** The page that the form was on, with the service that was chosen. */
function backOf(reply: FastifyReply): string {
  const path = pathOf(reply).replace(/\/(confirm|reschedule|cancel|pay|accept|transfer)$/, "");
  const { serviceId } = (reply.request.body ?? {}) as { serviceId?: unknown };
  return typeof serviceId === "string" && serviceId.length <= 64
    ? `${path}?serviceId=${encodeURIComponent(serviceId)}`
    : path;
}
