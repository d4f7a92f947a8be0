import type { Dispatcher } from "undici";
import { request } from "../../../src/http/undici.ts";
import {
  AddressRefusedError,
  createGuardedAgent,
  type GuardedAgentOptions,
} from "../../../src/http/guarded-agent.ts";
import { assertPublicUrl } from "../../../src/http/outbound-url.ts";
import type { WebhookAnswer, WebhookFault, WebhookRequest, WebhookSender } from "./webhook-sender.port.ts";

const maxResponseBytes = 4 * 1024;

export interface HttpWebhookSenderOptions extends GuardedAgentOptions {
  /** For a whole try: connecting, sending, the head of the answer. */
  timeoutMs?: number;
  /** URL of a stand-in receiver; only URLs below it may be called besides public ones. */
  receiverUrl?: string | null;
}

/** Webhooks over HTTP/1.1 to public addresses only. Redirects are answers like any other and never followed. */
export function createHttpWebhookSender(options: HttpWebhookSenderOptions = {}): WebhookSender {
  const { timeoutMs = 15_000, allowHosts = [], receiverUrl = null, ...guard } = options;
  const allowAddresses = receiverUrl === null ? [] : [new URL(receiverUrl).host];
  const agent = createGuardedAgent({ ...guard, allowHosts, allowAddresses, connectTimeoutMs: timeoutMs });
  return {
    checkUrl: (url, path) =>
      isBelow(receiverUrl, url) ? new URL(url).href : assertPublicUrl(url, allowHosts, path).href,
    close: () => agent.destroy(),
    async send(message) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([deadline, message.signal]);
      try {
        return await answerOf(await post(agent.get(), message, signal));
      } catch (error) {
        message.signal.throwIfAborted();
        const fault = deadline.aborted ? "timeout" : faultOf(error);
        return { status: null, fault, body: null, retryAfter: null };
      }
    },
  };
}

/** Whether a URL, as it will be called, lies below another one. */
function isBelow(base: string | null, url: string): boolean {
  if (base === null || !URL.canParse(url)) return false;
  return new URL(url).href.startsWith(`${base}/`);
}

function post(
  dispatcher: Dispatcher,
  { url, headers, body }: WebhookRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return request(url, { dispatcher, method: "POST", headers, body, signal });
}

async function answerOf(response: Dispatcher.ResponseData): Promise<WebhookAnswer> {
  const { statusCode: status, headers } = response;
  const retryAfter = headers["retry-after"];
  const isRedirect = status >= 300 && status < 400;
  const isSuccess = status >= 200 && status < 300;
  return {
    status,
    fault: isSuccess ? null : isRedirect ? "redirect_refused" : "bad_status",
    body: await readBeginning(response.body),
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
  };
}

/** The status decides the outcome: a body that breaks off, or times out, is kept as far as it was received. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxResponseBytes) break;
    }
  } catch {
    // Keeps the part that was received.
  }
  // PostgreSQL's text has no NUL.
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString("utf8").replaceAll("\0", "");
}

function faultOf(error: unknown): WebhookFault {
  if (error instanceof AddressRefusedError) return "address_refused";
  const { code = "", name = "" } = error as { code?: string; name?: string };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "name_not_found";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || name === "TimeoutError") return "timeout";
  if (/CERT|TLS|SSL|UNABLE_TO_/.test(code)) return "tls_failed";
  return "connection_failed";
}
