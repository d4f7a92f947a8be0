import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../src/db/transaction.ts";
import type { ReloadContext } from "./reload.context.ts";
import { lockMonth, updateMonth, withCap, type MonthRow } from "./month.rows.ts";
import { emitReloadEvent } from "./reload-events.service.ts";
import type { ChargeOutcome } from "./reload-hub.port.ts";
import { newThresholds, stateAfterFailure, stateAfterPayment, type RuleState } from "./reload-rules.ts";
import { lockReload, updateSettled, type PendingReload, type ReloadRow } from "./reload.rows.ts";
import { lockRules, recordSettlement, updateState, type RuleRow } from "./rule.rows.ts";

type Ended = Exclude<ChargeOutcome, { status: "processing" }>;

/**
 * Settles a reload's charge. Idempotent. A success counts in the month of its reservation, a failure releases the
 * reservation. A payment that succeeds after the reload failed is still counted. Lock order: rules, month, reload.
 */
export async function settleReload(
  { em, principal, clock }: ReloadContext,
  { id, ownerId, appId, month: monthName }: PendingReload,
  outcome: Ended,
): Promise<void> {
  await inTransaction({ em, principal }, async (own) => {
    const rule = (await lockRules(own, ownerId)).find((one) => one.appId === appId)!;
    const key = { ownerId, appId, month: monthName };
    const month = await lockMonth(own, key, rule.monthlyCapCents ?? 0);
    const reload = await lockReload(own, id);
    const isLate = reload?.status === "failed" && outcome.status === "succeeded";
    if (!reload || (reload.status !== "pending" && !isLate)) return;
    const reservedCents = month.reservedCents - (isLate ? 0 : reload.amountCents);
    const settlement: Settlement = {
      rule,
      key,
      month: { ...month, reservedCents },
      reload,
      now: clock.now(),
    };
    await recordSettlement(own, rule);
    if (outcome.status === "succeeded") await recordSuccess(own, settlement, outcome);
    else await recordFailure(own, settlement, outcome);
  });
}

interface Settlement {
  rule: RuleRow;
  key: { ownerId: string; appId: string; month: string };
  /** Without the reload's reservation. */
  month: MonthRow;
  reload: PendingReload;
  now: Date;
}

async function recordSuccess(
  em: EntityManager,
  { rule, key, month, reload, now }: Settlement,
  { transactionId, balanceAfter }: Extract<Ended, { status: "succeeded" }>,
): Promise<void> {
  const settledCents = month.settledCents + reload.amountCents;
  const paid = { ...month, settledCents, settledCount: month.settledCount + 1 };
  // Thresholds use the cap at the time of the charge, before a smaller new cap replaces it.
  const told = newThresholds(month.toldPercent, settledCents, month.capCents);
  const after = { ...paid, toldPercent: told.at(-1) ?? paid.toldPercent };
  await updateMonth(em, key, withCap(after, rule.monthlyCapCents ?? 0));
  await updateState(em, rule, stateAfterPayment(rule));
  const row: ReloadRow = {
    ...reload,
    status: "succeeded",
    reason: null,
    nextAttemptAt: null,
    settledAt: now,
    paymentTransactionId: transactionId,
    errorCode: null,
    errorDeclineCode: null,
    balanceAfter,
  };
  await updateSettled(em, row);
  await emitReloadEvent(em, "succeeded", row);
  for (const capPercent of told) await emitReloadEvent(em, "cap_threshold", row, { capPercent });
}

async function recordFailure(
  em: EntityManager,
  { rule, key, month, reload, now }: Settlement,
  failure: Extract<Ended, { status: "failed" }>,
): Promise<void> {
  await updateMonth(em, key, withCap(month, rule.monthlyCapCents ?? 0));
  const state = stateAfter(rule, failure, now);
  await updateState(em, rule, state);
  const row: ReloadRow = {
    ...reload,
    status: "failed",
    reason: reasonOf(failure.code),
    nextAttemptAt: state.suspendedReason ? null : state.nextAttemptAt,
    settledAt: now,
    paymentTransactionId: failure.transactionId,
    errorCode: failure.code,
    errorDeclineCode: failure.declineCode,
  };
  await updateSettled(em, row);
  await emitReloadEvent(em, "failed", row);
  if (state.suspendedReason && !rule.suspendedReason) await emitReloadEvent(em, "suspended", row);
}

/** Only bank declines count as failures in a row. */
function stateAfter(
  rule: RuleRow,
  { code, ...failure }: Extract<Ended, { status: "failed" }>,
  now: Date,
): RuleState {
  if (code === "package_unavailable") return rule;
  if (code === "no_payment_method") return { ...rule, suspendedReason: "no_payment_method" };
  return stateAfterFailure(rule, failure, now);
}

function reasonOf(code: string): string {
  if (code === "package_unavailable" || code === "no_payment_method") return code;
  return code === "authentication_required" ? "requires_action" : "charge_failed";
}
