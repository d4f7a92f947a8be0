import type { HubContext } from "../../hub.context.ts";
import type { MessageLinkAnswer, MessageLinkInput } from "./message-links.types.ts";
import { recordOpened } from "./message-tracking.service.ts";
import { unsubscribe } from "../suppressions/unsubscribe.service.ts";
import { askPage, donePage, unknownPage } from "../suppressions/unsubscribe-page.ts";

/** One transparent point (GIF89a). */
const pixel = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/**
 * Follows a link of a message. Needs no login; a link with an invalid signature gets the same response as one of a
 * deleted message.
 */
export async function followMessageLink(
  ctx: HubContext,
  input: MessageLinkInput,
): Promise<MessageLinkAnswer> {
  const payload = ctx.ports.messageTokens.read(input.purpose, input.token);
  switch (input.purpose) {
    case "unsubscribe":
      return answerUnsubscribe(ctx, payload, input);
    case "open":
      if (payload !== null) await recordOpened(ctx, payload, "open");
      return { status: 200, contentType: "image/gif", location: null, encoding: "base64", content: pixel };
    case "click": {
      const [messageId = "", url = ""] = payload?.split(/ (.*)/s) ?? [];
      if (!/^https?:\/\//.test(url)) return html(404, unknownPage);
      await recordOpened(ctx, messageId, "click");
      return { status: 302, contentType: null, location: url, encoding: "utf8", content: "" };
    }
  }
}

async function answerUnsubscribe(
  ctx: HubContext,
  messageId: string | null,
  { method, body }: MessageLinkInput,
): Promise<MessageLinkAnswer> {
  if (messageId === null) return html(404, unknownPage);
  if (method !== "POST") return html(200, askPage);
  if (!(await unsubscribe(ctx, messageId))) return html(404, unknownPage);
  const isFromPage = new URLSearchParams(body ?? "").get("from") === "page";
  // RFC 8058: a mail provider's one click wants no page.
  return isFromPage
    ? html(200, donePage)
    : { status: 200, contentType: null, location: null, encoding: "utf8", content: "" };
}

function html(status: number, content: string): MessageLinkAnswer {
  return { status, contentType: "text/html; charset=utf-8", location: null, encoding: "utf8", content };
}
