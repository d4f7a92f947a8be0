import type { Logger } from "pino";
import {
  principalHeader,
  readPrincipal,
  signForwarded,
  signPrincipal,
  type RequestTarget,
} from "../access/principal-header.ts";
import type { EventActor } from "../access/acting.ts";
import type { Principal } from "../access/principal.ts";
import type { ReplayMemory } from "../access/replay-memory.ts";
import { fixedClock, systemClock } from "../time/clock.ts";
import { newMeter, type CallClient, type CallContext, type Meter } from "../context.ts";

/**
 * The part of a request's context that crosses to another process, besides its document and its request id:
 * signed, and valid for one minute.
 */
export interface CallFacts {
  principal: Principal;
  appId: string | null;
  idempotencyKey: string | null;
  publicUrl: string;
  client: CallClient | null;
  /** The call's own time where it carries a test clock. */
  clockAt: string | null;
  /** Of an internal call: who made the one that caused it. Absent otherwise. */
  actor?: EventActor;
}

interface CallEnvelope extends CallFacts {
  requestId: string;
}

/** Headers that hand a call to a subgraph in another process, valid for this one request. */
export function signCall(secret: string, call: CallContext, target: RequestTarget): Record<string, string> {
  const header = signPrincipal(secret, envelopeOf(call), { ...target, now: systemClock.now() });
  return { [principalHeader]: header, "x-request-id": call.requestId };
}

/** The principal header of a call whose requests another federation router sends; see `signForwarded`. */
export function signForwardedCall(secret: string, call: CallContext, audience: string): string {
  return signForwarded(secret, envelopeOf(call), { audience, now: systemClock.now() });
}

function envelopeOf(call: CallContext): CallEnvelope {
  return { ...factsOf(call), requestId: call.requestId };
}

/** Where a call carries its printed facts. A WeakMap would keep each of them until the old are collected. */
const printed = Symbol("printed");

/** The facts of a call as JSON: calls of which they are the same read the same. Printed once a call. */
export function printFacts(call: CallContext & { [printed]?: string }): string {
  const known = call[printed];
  if (known !== undefined) return known;
  const value = JSON.stringify(factsOf(call));
  // Not enumerable, so that a copy of this context does not inherit it.
  Object.defineProperty(call, printed, { value });
  return value;
}

function factsOf(call: CallContext): CallFacts {
  const { principal, appId, idempotencyKey, publicUrl, client, clock, actor } = call;
  const clockAt = clock === systemClock ? null : clock.now().toISOString();
  const facts = { principal, appId, idempotencyKey, publicUrl, client: client ?? null, clockAt };
  return actor ? { ...facts, actor } : facts;
}

/** Secrets and settings for checking signed requests. */
export interface CallTrust {
  /** Secrets that may have signed, newest first. */
  secrets: readonly string[];
  /** The subgraph's own name. */
  audience: string;
  /** Whether federation routers of others may forward principals; see `signForwarded`. */
  acceptsForwarded?: boolean;
  /** Remembers accepted writes, so that none is accepted twice. */
  replays: ReplayMemory;
  log: Logger;
}

/**
 * The call of a signed header, with a meter of its own. Throws UNAUTHORIZED unless a holder of a secret signed it for this
 * subgraph, path and body within the last minute, and for a write that was accepted before.
 */
export function readCall(
  { secrets, audience, acceptsForwarded = false, replays, log }: CallTrust,
  header: unknown,
  { path, body }: { path: string; body: Buffer },
): CallContext {
  const text = typeof header === "string" ? header : "";
  const now = systemClock.now();
  const read = readPrincipal<CallEnvelope>(secrets, text, { audience, path, body, now, acceptsForwarded });
  replays.admit(read, body, now);
  return toCall(read.principal, read.principal.requestId, log);
}

/** The call of which these are the facts, with a meter of its own. They must have been signed. */
export function toCall(facts: CallFacts, requestId: string, log: Logger): CallContext {
  const { principal, appId, idempotencyKey, publicUrl, client, clockAt, actor } = facts;
  const clock = clockAt === null ? systemClock : fixedClock(new Date(clockAt));
  const own = {
    requestId,
    clock,
    log,
    meter: newMeter(),
    ...(client ? { client } : {}),
    ...(actor ? { actor } : {}),
  };
  return { principal, appId, idempotencyKey, publicUrl, ...own };
}

/** Adds what a call cost in another process to the meter of this one. */
export function addMeter(meter: Meter, other: Meter): void {
  meter.chargedHundredths += other.chargedHundredths;
  meter.remainingHundredths = other.remainingHundredths ?? meter.remainingHundredths;
  meter.replayed ||= other.replayed;
  if (other.attempts !== undefined) meter.attempts = other.attempts;
  if (other.stale) meter.stale = true;
}
