import type { CreditsPort } from "../../../src/access/charge.ts";
import type { RequestContext } from "../../../src/context.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { ReloadContext } from "./reload.context.ts";
import { evaluateReload } from "./evaluate-reload.service.ts";
import { isAfter, type ReloadDecision } from "./reload-rules.ts";
import { listPending } from "./reload.rows.ts";
import { findRule, isEnabled, type RuleRow } from "./rule.rows.ts";

/** `Retry-After` of a request without enough credits while a reload is pending. */
const retryAfterSeconds = 2;

/** State of auto-reload in an INSUFFICIENT_CREDITS error. */
export interface ReloadState {
  state: "disabled" | "active" | "pending" | "backing_off" | "cooling" | "suspended";
  reason?: string;
  nextAttemptAt?: Date;
}

/**
 * Wraps the ledger: INSUFFICIENT_CREDITS errors also report the auto-reload state in `details.autoReload`, with
 * `Retry-After` while a reload is pending. Evaluates the rule immediately; the operation itself does not wait.
 */
export function reportReloadState(credits: CreditsPort, ctx: RequestContext): CreditsPort {
  const telling = async <T>(appId: string, asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "INSUFFICIENT_CREDITS") throw error;
      throw await withReload(error, ctx as ReloadContext, appId);
    }
  };
  return {
    ...credits,
    hold: (call, request) => telling(request.appId, credits.hold(call, request)),
    charge: (call, request) => telling(request.appId, credits.charge(call, request)),
  };
}

async function withReload(error: DomainError, ctx: ReloadContext, appId: string): Promise<DomainError> {
  let autoReload: ReloadState;
  try {
    autoReload = await readState(ctx, appId);
  } catch (cause) {
    ctx.log.warn({ err: cause }, "The state of auto-reload is not known");
    return error;
  }
  const wait = autoReload.state === "pending" ? { retryAfterSeconds } : {};
  const { code, message, details, status } = error;
  return new DomainError(code, message, { ...details, autoReload, ...wait }, { status });
}

async function readState(ctx: ReloadContext, appId: string): Promise<ReloadState> {
  const rule = await findWorking(ctx, appId);
  if (!rule) return { state: "disabled" };
  const decision = await evaluateReload(ctx, rule.appId);
  const { em, principal } = ctx;
  const { current, isPending } = await inTransaction({ em, principal }, async (own) => ({
    current: await findRule(own, rule.ownerId, rule.appId),
    isPending: (await listPending(own, rule.ownerId)).some((reload) => reload.appId === rule.appId),
  }));
  return describe(current, isPending, decision, ctx.clock.now());
}

/** Enabled rule for the operation's credits: its app's, else that of `central`. */
async function findWorking(ctx: ReloadContext, appId: string): Promise<RuleRow | null> {
  const { em, principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  return inTransaction({ em, principal }, async (own) => {
    for (const one of [appId, "central"]) {
      const rule = await findRule(own, ownerId, one);
      if (isEnabled(rule)) return rule;
    }
    return null;
  });
}

function describe(
  rule: RuleRow | null,
  isPending: boolean,
  decision: ReloadDecision,
  now: Date,
): ReloadState {
  if (!rule?.enabled) return { state: "disabled" };
  if (isPending) return { state: "pending" };
  if (rule.suspendedReason) return { state: "suspended", reason: rule.suspendedReason };
  if (isAfter(rule.nextAttemptAt, now)) return { state: "backing_off", nextAttemptAt: rule.nextAttemptAt };
  if (isAfter(rule.coolingUntil, now)) return { state: "cooling", nextAttemptAt: rule.coolingUntil };
  return { state: "active", ...(decision.kind === "skip" ? { reason: decision.reason } : {}) };
}
