import { randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { SecretList } from "../../src/config/secret-list.ts";
import { summarizeCall } from "../tools/call-summary.ts";
import { termsOf, type CallTerms } from "../tools/call-terms.ts";
import { confirmWithinMs, onceKeyOf } from "../tools/confirmations.ts";
import type { Prices } from "../tools/prices.ts";
import { checkCall } from "../tools/run-tool.ts";
import { notAsked, type Consent, type ToolEntry } from "../tools/tool.types.ts";

/** The scope of a confirmation: a call with these terms, by the credential that the codec binds it to. */
export interface ConfirmationState {
  terms: CallTerms;
  nonce: string;
  /** Milliseconds since 1970, by the call's own clock. */
  askedAt: number;
}

/**
 * Result of a confirmation request: continue with the person's answer, if there was a question, or return the
 * question.
 */
export type Confirmation =
  | { kind: "go on"; consent: Consent }
  | { kind: "ask"; question: InputRequiredResult };

export type ConfirmationCodec = RequestStateCodec<ConfirmationState>;

/**
 * States are signed (HMAC-SHA-256) and bound to the credential; another's do not open. The first secret signs, each is
 * accepted.
 */
export function createConfirmationCodec([newest, ...older]: SecretList): ConfirmationCodec {
  const codecOf = (secret: string) =>
    createRequestStateCodec<ConfirmationState>({
      key: secret,
      ttlSeconds: confirmWithinMs / 1000,
      bind: (ctx) => ctx.http?.authInfo?.clientId ?? "",
    });
  const current = codecOf(newest);
  const retired = older.map(codecOf);
  return {
    mint: (state, ctx) => current.mint(state, ctx),
    verify: async (state, ctx) => {
      for (const codec of retired) {
        const read = await codec.verify(state, ctx).catch(() => null);
        if (read) return read;
      }
      return current.verify(state, ctx);
    },
  };
}

/** True when this client can show a question to its user. */
function canAsk(ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as
    | Record<string, { elicitation?: { form?: object; url?: object } }>
    | undefined;
  const elicitation = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  if (!elicitation) return false;
  // A client that names no mode has that of forms.
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/**
 * Requests the user's confirmation before a tool does something irreversible, reaches people outside or commits
 * money. A call that would be refused anyway raises no question. The argument `confirm: true` skips the
 * question, except for tools that require a confirmation; those show it even when a `confirmationId` is sent.
 * An answer is valid once: used again, the call has no second effect. Throws NOT_CONFIRMED when the user
 * declines, and a protocol error for the state of another call or an expired one.
 */
export async function confirm(
  { entry, args }: { entry: ToolEntry; args: Record<string, unknown> },
  {
    ctx,
    call,
    codec,
    prices,
  }: { ctx: ServerContext; call: CallContext; codec: ConfirmationCodec; prices: Prices },
): Promise<Confirmation> {
  const saysSo = args["confirm"] === true && !entry.needsConfirmation;
  if (!entry.asksFirst || saysSo || args["dryRun"] === true || !canAsk(ctx))
    return { kind: "go on", consent: notAsked };
  checkCall(entry, args, call);
  const price = await prices.of(entry, call, { isFresh: entry.needsConfirmation });
  const terms = termsOf(entry, args, call, price);
  const now = call.clock.now().getTime();
  const answer = inputResponse(ctx.mcpReq.inputResponses, "confirm");
  const state = ctx.mcpReq.requestState<ConfirmationState>();
  if (state !== undefined && answer.kind === "elicit") {
    if (!areSame(state.terms, terms) || Math.abs(now - state.askedAt) > confirmWithinMs) throw badState();
    if (answer.action !== "accept" || answer.content?.["confirm"] !== true) throw notConfirmed(answer.action);
    return { kind: "go on", consent: { isGiven: true, onceKey: onceKeyOf(state.nonce) } };
  }
  const requestState = await codec.mint({ terms, nonce: randomUUID(), askedAt: now }, ctx);
  const message = summarizeCall(entry, args, price);
  return {
    kind: "ask",
    question: inputRequired({ inputRequests: { confirm: question(message) }, requestState }),
  };
}

function areSame(shown: CallTerms, now: CallTerms): boolean {
  return (Object.keys(now) as (keyof CallTerms)[]).every((part) => shown[part] === now[part]);
}

function question(message: string) {
  return inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: {
        confirm: { type: "boolean", title: "Do it", description: "Yes, do exactly this.", default: false },
      },
      required: ["confirm"],
    },
  });
}

function badState(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}

function notConfirmed(action: string): DomainError {
  return new DomainError(
    "NOT_CONFIRMED",
    "The person did not agree. Nothing was done. Call again only when they ask for it.",
    { action },
  );
}
