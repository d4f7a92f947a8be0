import type { Logger } from "pino";
import { principalHeader, readPrincipal, signPrincipal } from "../access/principal-header.ts";
import type { Principal } from "../access/principal.ts";
import { fixedClock, systemClock } from "../clock.ts";
import { newMeter, type CallContext, type Meter } from "../context.ts";

/** What of a call crosses to another process, besides its document: signed, and good for a minute. */
interface CallEnvelope {
  principal: Principal;
  requestId: string;
  appId: string | null;
  idempotencyKey: string | null;
  publicUrl: string;
  /** The call's own time where it carries a test clock. */
  clockAt: string | null;
}

/** Headers that hand a call to the subgraph `audience` in another process. */
export function signCall(secret: string, audience: string, call: CallContext): Record<string, string> {
  const header = signPrincipal(secret, envelopeOf(call), { audience, now: systemClock.now() });
  return { [principalHeader]: header, "x-request-id": call.requestId };
}

/** All that a subgraph is told of a call but its request id: calls of which it is the same read the same. */
export function callIdentity(call: CallContext): string {
  return JSON.stringify({ ...envelopeOf(call), requestId: "" });
}

function envelopeOf(call: CallContext): CallEnvelope {
  const { principal, requestId, appId, idempotencyKey, publicUrl, clock } = call;
  const clockAt = clock === systemClock ? null : clock.now().toISOString();
  return { principal, requestId, appId, idempotencyKey, publicUrl, clockAt };
}

/**
 * The call of a signed header, with a meter of its own. Throws UNAUTHORIZED for any header that a holder of the
 * secret did not write for this subgraph within the last minute: a subgraph trusts nobody else.
 */
export function readCall(secret: string, audience: string, header: unknown, log: Logger): CallContext {
  const text = typeof header === "string" ? header : "";
  const envelope = readPrincipal<CallEnvelope>([secret], text, { audience, now: systemClock.now() });
  const { clockAt, ...call } = envelope;
  const clock = clockAt === null ? systemClock : fixedClock(new Date(clockAt));
  return { ...call, clock, log, meter: newMeter() };
}

/** Adds what a call cost in another process to the meter of this one. */
export function addMeter(meter: Meter, other: Meter): void {
  meter.chargedHundredths += other.chargedHundredths;
  meter.remainingHundredths = other.remainingHundredths ?? meter.remainingHundredths;
  meter.replayed ||= other.replayed;
}
