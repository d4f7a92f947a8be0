import { composeMessage } from "../../../../src/mail/mime.ts";
import { callVendor } from "../../../../src/http/vendor-api.ts";
import { googleReasons, isGoogleLimit, isGoogleScope } from "../../oauth/google-errors.ts";
import type { ConnectedMail } from "./connected-mail.port.ts";

/** Gmail API v1, `users.messages.send`: the whole message of RFC 2822 in base64url as `raw`. */
export function createGoogleMail({ baseUrl }: { baseUrl: string }): ConnectedMail {
  return {
    scopes: ["https://www.googleapis.com/auth/gmail.send", "https://mail.google.com/"],
    // A request takes 35 MB; the CRM's own maximum is smaller.
    maxAttachmentBytes: 5 * 1024 * 1024,
    async send({ message, from, accessToken }) {
      const bytes = await composeMessage(message, { name: "", address: from });
      const answer = await callVendor({
        baseUrl,
        accessToken,
        method: "POST",
        path: "/gmail/v1/users/me/messages/send",
        content: { type: "application/json", body: JSON.stringify({ raw: bytes.toString("base64url") }) },
      });
      if (answer.kind === "unsent") return { kind: "later", retryAfterMs: null };
      if (answer.kind === "silent") return { kind: "unknown" };
      const { status, text, retryAfterMs } = answer;
      if (status === 200) return { kind: "taken" };
      if (status === 401) return { kind: "unauthorized" };
      const reasons = googleReasons(text);
      if (status === 403 && isGoogleScope(reasons)) return { kind: "missing_scope" };
      const isLimit = status === 403 && isGoogleLimit(reasons);
      if (isLimit || status === 429 || status === 503) return { kind: "later", retryAfterMs };
      // After another failure of the service the message may be on its way.
      return { kind: status >= 500 ? "unknown" : "refused" };
    },
  };
}
