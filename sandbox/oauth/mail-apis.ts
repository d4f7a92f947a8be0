import type { FastifyInstance } from "fastify";
import { newId } from "../../src/ids.ts";
import { googleError, googleReason, graphCode, graphError, type ConnectedApi } from "./connected-api.ts";

interface SentMail {
  account: string;
  /** The whole message. */
  mime: string;
}

const gmailScopes = ["https://www.googleapis.com/auth/gmail.send", "https://mail.google.com/"];
const graphScopes = ["Mail.Send"];
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const base64url = /^[A-Za-z0-9_-]+={0,2}$/;

/**
 * Mail of connected accounts in the protocols of Gmail (`users.messages.send`) and Microsoft Graph (`sendMail` in MIME format),
 * for access tokens of the stand-in's own servers. It sends nothing: messages are kept, and `GET /switches/mails/{name}` lists them.
 */
export function addMailApis(app: FastifyInstance, api: ConnectedApi): void {
  const sent: Record<"google" | "microsoft", SentMail[]> = { google: [], microsoft: [] };
  app.get<{ Params: { name: string } }>(
    "/switches/mails/:name",
    { config: { isControl: true } },
    async ({ params: { name } }) => ({ mails: name === "google" || name === "microsoft" ? sent[name] : [] }),
  );

  app.post("/apis/google/gmail/v1/users/me/messages/send", async (request, reply) => {
    const holder = await api.holderOf("google", request);
    if (!holder) return googleError(reply, 401, "authError");
    if (!gmailScopes.some((scope) => holder.scopes.includes(scope)))
      return googleError(reply, 403, "insufficientPermissions");
    const { raw } = (request.body ?? {}) as { raw?: unknown };
    if (typeof raw !== "string" || !base64url.test(raw)) return googleError(reply, 400, "invalidArgument");
    const work = () => {
      sent.google.push({ account: holder.account, mime: Buffer.from(raw, "base64url").toString("utf8") });
      const id = newId("msg").slice(-16);
      return { status: 200, body: { id, threadId: id, labelIds: ["SENT"] } };
    };
    return api.finish(reply, work, (status) => googleError(reply, status, googleReason(status)));
  });

  app.post("/apis/microsoft/v1.0/me/sendMail", async (request, reply) => {
    const holder = await api.holderOf("microsoft", request);
    if (!holder) return graphError(reply, 401, "InvalidAuthenticationToken");
    if (!graphScopes.some((scope) => holder.scopes.includes(scope)))
      return graphError(reply, 403, "ErrorAccessDenied");
    const text = typeof request.body === "string" ? request.body : "";
    if (!base64.test(text)) return graphError(reply, 400, "ErrorMimeContentInvalidBase64String");
    const work = () => {
      sent.microsoft.push({ account: holder.account, mime: Buffer.from(text, "base64").toString("utf8") });
      return { status: 202 };
    };
    return api.finish(reply, work, (status) => graphError(reply, status, graphCode(status)));
  });
}
