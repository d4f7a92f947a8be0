import { createHmac, randomUUID } from "node:crypto";
import type { CallContext } from "../../src/context.ts";
import { isEqualSecret } from "../../src/crypto/crypto.ts";
import { DomainError } from "../../src/errors.ts";
import type { SecretList } from "../../src/config/secret-list.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { summarizeCall } from "./call-summary.ts";
import { termsOf, type CallTerms } from "./call-terms.ts";
import type { Price, Prices } from "./prices.ts";
import type { ToolEntry } from "./tool.types.ts";

/** How long a person may take to agree. */
export const confirmWithinMs = 10 * 60_000;

/** A call that is confirmed or is to be. */
export interface AskedCall {
  entry: ToolEntry;
  args: Record<string, unknown>;
  call: CallContext;
}

/** The summary for a person, and the id to send with the same call. */
export interface Offer {
  confirmationId: string;
  /** ISO 8601, by the call's own clock. */
  expiresAt: string;
  summary: string;
}

/** Schema of an offer. */
export const confirmationSchema: JsonSchema = {
  type: "object",
  description: "Show the summary to the person. When they agree, send the same call with the confirmationId.",
  properties: {
    confirmationId: { type: "string" },
    expiresAt: { type: "string", format: "date-time" },
    summary: { type: "string" },
  },
  required: ["confirmationId", "expiresAt", "summary"],
};

/**
 * Confirmations of calls by clients that cannot show questions to their user: the refusal of the first call
 * carries a signed id, and the same call with that id runs. An id is bound to tool, arguments, credential,
 * account, app, idempotency key and price.
 */
export interface Confirmations {
  /** A fresh id for exactly this call, with the summary that a person must see first. */
  offer(asked: AskedCall): Promise<Offer>;
  /**
   * The idempotency key under which the confirmed call runs, which makes an id good once. Throws CONFIRMATION_REQUIRED, with
   * a fresh offer, when there is no id, or one that is forged, expired or of another call.
   */
  redeem(confirmationId: string | null, asked: AskedCall): Promise<string>;
}

/** Why an id is not accepted, with the sentence that says so. */
const refusals = {
  required: "This call spends money, reveals a secret or ends an account.",
  invalid: "The confirmationId is not valid.",
  expired: "The confirmation has expired.",
  tool: "The confirmation is for another tool.",
  caller: "The confirmation is for another credential, account or app.",
  arguments: "The confirmation is for other arguments.",
  idempotencyKey:
    "The confirmation is for another idempotency key. Send the same key with both calls, or none.",
  price: "The price has changed since the confirmation was shown.",
} as const;

type Reason = keyof typeof refusals;

interface State extends CallTerms {
  nonce: string;
  /** Milliseconds since 1970, by the call's own clock. */
  askedAt: number;
}

/**
 * Signs ids with HMAC-SHA-256. All routers of a platform need the same secrets of at least 32 bytes: the first one signs, each
 * is accepted.
 */
export function createConfirmations(prices: Prices, secrets: SecretList): Confirmations {
  const termsNow = async ({
    entry,
    args,
    call,
  }: AskedCall): Promise<{ terms: CallTerms; price: Price | null }> => {
    const price = await prices.of(entry, call, { isFresh: true });
    return { terms: termsOf(entry, args, call, price), price };
  };
  const make = (asked: AskedCall, { terms, price }: { terms: CallTerms; price: Price | null }): Offer => {
    const askedAt = asked.call.clock.now().getTime();
    return {
      confirmationId: sign({ ...terms, nonce: randomUUID(), askedAt }, secrets[0]),
      expiresAt: new Date(askedAt + confirmWithinMs).toISOString(),
      summary: summarizeCall(asked.entry, asked.args, price),
    };
  };
  return {
    offer: async (asked) => make(asked, await termsNow(asked)),
    redeem: async (confirmationId, asked) => {
      const now = await termsNow(asked);
      const state = confirmationId === null ? null : open(confirmationId, secrets);
      const reason = confirmationId === null ? "required" : checkState(state, now.terms, asked.call);
      if (reason === null) return onceKeyOf(state!.nonce);
      throw confirmationRequired(reason, make(asked, now));
    },
  };
}

/** The idempotency key of a confirmed call. No client can send one with a space in it. */
export function onceKeyOf(nonce: string): string {
  return `confirmed ${nonce}`;
}

function checkState(state: State | null, terms: CallTerms, call: CallContext): Reason | null {
  if (state === null) return "invalid";
  if (Math.abs(call.clock.now().getTime() - state.askedAt) > confirmWithinMs) return "expired";
  const parts = ["tool", "caller", "arguments", "idempotencyKey", "price"] as const;
  return parts.find((part) => state[part] !== terms[part]) ?? null;
}

function confirmationRequired(reason: Reason, offer: Offer): DomainError {
  return new DomainError(
    "CONFIRMATION_REQUIRED",
    `${refusals[reason]} Nothing was done. Show details.summary to the person. When they agree, call the same tool with the same arguments and this confirmationId.`,
    { reason, ...offer },
  );
}

const prefix = "cfm_";
const macLength = 43;

function sign(state: State, secret: string): string {
  const payload = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `${prefix}${payload}.${macOf(payload, secret)}`;
}

/** The content of an id; null for one that this platform did not sign. */
function open(confirmationId: string, secrets: SecretList): State | null {
  if (!confirmationId.startsWith(prefix)) return null;
  const [payload = "", mac = "", ...rest] = confirmationId.slice(prefix.length).split(".");
  if (rest.length > 0 || mac.length !== macLength) return null;
  const isSigned = secrets.some((secret) => isEqualSecret(mac, macOf(payload, secret)));
  if (!isSigned) return null;
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as State;
}

function macOf(payload: string, secret: string): string {
  return createHmac("sha256", secret).update("tool confirmation 1\0").update(payload).digest("base64url");
}
