import { composeMessage } from "../../../../src/mail/mime.ts";
import { callVendor } from "../../../../src/http/vendor-api.ts";
import type { ConnectedMail } from "./connected-mail.port.ts";

/** Microsoft Graph v1.0, `user: sendMail` in MIME format: the message in base64 as text/plain, answered by 202. */
export function createMicrosoftMail({ baseUrl }: { baseUrl: string }): ConnectedMail {
  return {
    scopes: ["Mail.Send", "https://graph.microsoft.com/Mail.Send"],
    // A request takes 4 MB, of a message that is base64 twice: for its attachments and as a whole.
    maxAttachmentBytes: 2 * 1024 * 1024,
    async send({ message, from, accessToken }) {
      const bytes = await composeMessage(message, { name: "", address: from });
      const answer = await callVendor({
        baseUrl,
        accessToken,
        method: "POST",
        path: "/v1.0/me/sendMail",
        content: { type: "text/plain", body: bytes.toString("base64") },
      });
      if (answer.kind === "unsent") return { kind: "later", retryAfterMs: null };
      if (answer.kind === "silent") return { kind: "unknown" };
      const { status, text, retryAfterMs } = answer;
      if (status === 202) return { kind: "taken" };
      if (status === 401) return { kind: "unauthorized" };
      if (status === 403 && codeOf(text) === "ErrorAccessDenied") return { kind: "missing_scope" };
      if (status === 429 || status === 503) return { kind: "later", retryAfterMs };
      // After another failure of the service the message may be on its way.
      return { kind: status >= 500 ? "unknown" : "refused" };
    },
  };
}

function codeOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } };
    return typeof error?.code === "string" ? error.code : null;
  } catch {
    return null;
  }
}
