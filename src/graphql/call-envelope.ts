import type { Logger } from "pino";
import { principalHeader, readPrincipal, signPrincipal } from "../access/principal-header.ts";
import type { Principal } from "../access/principal.ts";
import { fixedClock, systemClock } from "../clock.ts";
import { newMeter, type CallClient, type CallContext, type Meter } from "../context.ts";

/** What of a call crosses to another process, besides its document and its request id: signed, and good for a minute. */
export interface CallFacts {
  principal: Principal;
  appId: string | null;
  idempotencyKey: string | null;
  publicUrl: string;
  client: CallClient | null;
  /** The call's own time where it carries a test clock. */
  clockAt: string | null;
}

interface CallEnvelope extends CallFacts {
  requestId: string;
}

/** Headers that hand a call to the subgraph `audience` in another process. */
export function signCall(secret: string, audience: string, call: CallContext): Record<string, string> {
  const envelope: CallEnvelope = { ...factsOf(call), requestId: call.requestId };
  const header = signPrincipal(secret, envelope, { audience, now: systemClock.now() });
  return { [principalHeader]: header, "x-request-id": call.requestId };
}

/** Where a call carries its printed facts. A WeakMap would keep each of them until the old are collected. */
const printed = Symbol("printed");

/** The facts of a call as JSON: calls of which they are the same read the same. Printed once a call. */
export function printFacts(call: CallContext & { [printed]?: string }): string {
  const known = call[printed];
  if (known !== undefined) return known;
  const value = JSON.stringify(factsOf(call));
  // Not to be found by whoever makes another call of this one.
  Object.defineProperty(call, printed, { value });
  return value;
}

function factsOf(call: CallContext): CallFacts {
  const { principal, appId, idempotencyKey, publicUrl, client, clock } = call;
  const clockAt = clock === systemClock ? null : clock.now().toISOString();
  return { principal, appId, idempotencyKey, publicUrl, client: client ?? null, clockAt };
}

/**
 * The call of a signed header, with a meter of its own. Throws UNAUTHORIZED for any header that a holder of the
 * secret did not write for this subgraph within the last minute: a subgraph trusts nobody else.
 */
export function readCall(secret: string, audience: string, header: unknown, log: Logger): CallContext {
  const text = typeof header === "string" ? header : "";
  const envelope = readPrincipal<CallEnvelope>([secret], text, { audience, now: systemClock.now() });
  return toCall(envelope, envelope.requestId, log);
}

/** The call of which these are the facts, with a meter of its own. They must have been signed. */
export function toCall(facts: CallFacts, requestId: string, log: Logger): CallContext {
  const { principal, appId, idempotencyKey, publicUrl, client, clockAt } = facts;
  const clock = clockAt === null ? systemClock : fixedClock(new Date(clockAt));
  const own = { requestId, clock, log, meter: newMeter(), ...(client ? { client } : {}) };
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
