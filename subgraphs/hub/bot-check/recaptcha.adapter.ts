import { request } from "../../../src/http/undici.ts";
import { z } from "zod";
import { DomainError } from "../../../src/errors.ts";
import type { BotCheck, BotVerdict } from "./bot-check.port.ts";

export interface RecaptchaOptions {
  /** Null: the provider's own address. */
  baseUrl: string | null;
  /** Null: not set up; every check is then unavailable. */
  secret: string | null;
  isStandIn: boolean;
  timeoutMs?: number;
}

const officialUrl = "https://www.google.com/recaptcha/api";

/** The documented reply of `siteverify` (developers.google.com/recaptcha/docs/v3). */
const replySchema = z.object({
  success: z.boolean(),
  score: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});
type Reply = z.output<typeof replySchema>;

/** Score-based checks by the protocol of reCAPTCHA's `siteverify`. */
export function createRecaptcha(options: RecaptchaOptions): BotCheck {
  const { baseUrl, secret, isStandIn, timeoutMs = 3_000 } = options;
  const url = `${baseUrl ?? officialUrl}/siteverify`;
  const ask = async (body: string): Promise<Reply> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await request(url, { method: "POST", headers, body, signal });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw unavailable(`status ${response.statusCode}`);
    return replySchema.parse(JSON.parse(text));
  };
  return {
    isStandIn,
    async verify(token) {
      if (secret === null) throw unavailable("not configured", { configured: false, retryable: false });
      const body = new URLSearchParams({ secret, response: token }).toString();
      try {
        const reply = await ask(body).catch((error: unknown) => {
          if (isNetworkError(error)) return ask(body);
          throw error;
        });
        return toVerdict(reply);
      } catch (error) {
        throw error instanceof DomainError ? error : unavailable(error);
      }
    },
  };
}

function toVerdict(reply: Reply): BotVerdict {
  const codes = reply["error-codes"] ?? [];
  // Our own secret is invalid, so this is no verdict on the token.
  if (!reply.success && codes.some((code) => code.endsWith("-input-secret")))
    throw unavailable("secret refused", { configured: false, retryable: false });
  const challengeAt = reply.challenge_ts === undefined ? null : new Date(reply.challenge_ts);
  return {
    isValid: reply.success,
    isSpent: codes.includes("timeout-or-duplicate"),
    score: reply.score ?? null,
    action: reply.action ?? null,
    hostname: reply.hostname ?? null,
    challengeAt: challengeAt && !Number.isNaN(challengeAt.getTime()) ? challengeAt : null,
  };
}

/** A connection that was refused or cut; a time-out is none, since the wait is over. */
function isNetworkError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return (
    typeof code === "string" && /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|UND_ERR_SOCKET)/.test(code)
  );
}

function unavailable(cause: unknown, details: Record<string, unknown> = { retryable: true }): DomainError {
  const message = "The bot check service cannot be reached. Try again later.";
  return new DomainError("BOT_CHECK_UNAVAILABLE", message, details, { cause });
}
