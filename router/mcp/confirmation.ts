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
import type { SecretList } from "../../src/secret-list.ts";
import type { Prices } from "../tools/prices.ts";
import { fingerprintOf, judgeCall } from "../tools/run-tool.ts";
import type { ToolEntry } from "../tools/tool.types.ts";
import { stripUnseen } from "../tools/untrusted-text.ts";

/** How long a person may take to agree. */
export const confirmWithinMs = 10 * 60_000;

/** What a confirmation is good for: this very call, by the credential that the codec binds it to. */
export interface ConfirmationState {
  fingerprint: string;
  nonce: string;
  /** Milliseconds since 1970, by the call's own clock. */
  askedAt: number;
}

/** What came of asking: go on (under a key of this confirmation's own), or answer with a question. */
export type Confirmation =
  | { kind: "go on"; onceKey: string | null }
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

/** True when this client can ask its person. */
export function canAsk(ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as
    | Record<string, { elicitation?: { form?: object; url?: object } }>
    | undefined;
  const elicitation = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  if (!elicitation) return false;
  // A client that names no mode has that of forms.
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/**
 * Asks the person before a tool does what cannot be undone or reaches somebody outside. What would be refused anyway is not
 * asked about. An answer is good once: used again, the call has no second effect. Throws NOT_CONFIRMED when they decline,
 * and a protocol error for a state of another call or of too long ago.
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
  const goOn: Confirmation = { kind: "go on", onceKey: null };
  if (!entry.asksFirst || args["confirm"] === true || args["dryRun"] === true || !canAsk(ctx)) return goOn;
  const fingerprint = fingerprintOf(entry, args, call);
  const now = call.clock.now().getTime();
  const answer = inputResponse(ctx.mcpReq.inputResponses, "confirm");
  const state = ctx.mcpReq.requestState<ConfirmationState>();
  if (state !== undefined && answer.kind === "elicit") {
    if (state.fingerprint !== fingerprint || Math.abs(now - state.askedAt) > confirmWithinMs)
      throw badState();
    if (answer.action !== "accept" || answer.content?.["confirm"] !== true) throw notConfirmed(answer.action);
    return { kind: "go on", onceKey: `confirmed ${state.nonce}` };
  }
  judgeCall(entry, args, call);
  const requestState = await codec.mint({ fingerprint, nonce: randomUUID(), askedAt: now }, ctx);
  const message = await describeCall(entry, args, call, prices);
  return {
    kind: "ask",
    question: inputRequired({ inputRequests: { confirm: question(message) }, requestState }),
  };
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
  return new DomainError("NOT_CONFIRMED", "The person did not agree; nothing was done.", { action });
}

/** Who gets it and how much are said first. */
const foremost = [
  "amount",
  "total",
  "currency",
  "client",
  "clientEmail",
  "email",
  "to",
  "recipient",
  "payee",
];

/** What will happen, in lines that fit a form: the deed, its price, and the arguments. */
async function describeCall(
  entry: ToolEntry,
  args: Record<string, unknown>,
  call: CallContext,
  prices: Prices,
): Promise<string> {
  const price = await prices.of(entry, call);
  const rank = (name: string) => (foremost.includes(name) ? foremost.indexOf(name) : foremost.length);
  const lines = Object.entries(args)
    .filter(([name]) => !entry.controls.has(name as never))
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, 12)
    .map(([name, value]) => `- ${name}: ${shown(value)}`);
  const cost = price?.credits ? [`It costs ${price.credits} credits.`] : [];
  return [`${entry.tool.title}: ${entry.operation.description}`, ...lines, ...cost].join("\n");
}

function shown(value: unknown): string {
  const text = stripUnseen(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " ");
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
