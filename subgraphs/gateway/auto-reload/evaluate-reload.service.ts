import type { EntityManager } from "@mikro-orm/postgresql";
import { isAccountOpen } from "../../../src/access/open-account.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import {
  findMonth,
  lockMonth,
  reserveCents,
  untouchedMonth,
  updateMonth,
  withCap,
  type MonthRow,
} from "./month.rows.ts";
import { emitLow, emitReloadEvent } from "./reload-events.service.ts";
import type { PackageOffer, ReloadTerms } from "./reload-hub.port.ts";
import { wakeReload } from "./reload-queue.service.ts";
import {
  dayOf,
  decideReload,
  monthOf,
  spentCents,
  type ReloadDecision,
  type ReloadSituation,
} from "./reload-rules.ts";
import { insertReload, listPending, listRecentStarts, type ReloadRow } from "./reload.rows.ts";
import {
  countSettlements,
  findRule,
  isEnabled,
  lockRules,
  recordAttempt,
  updateLow,
  updateState,
  type EnabledRule,
} from "./rule.rows.ts";

/** Maximum retries before the job takes over. Each retry means a concurrent change of the rule or a reload. */
const maxTries = 5;

/** Decision about a rule, or `stale` when a reload was settled after the balance was read. */
type Judged = ReloadDecision | { kind: "stale" };

/**
 * Evaluates the account's rule for an app against its available credits, and starts one reload when they are low: it
 * reserves the price in the month's cap, inserts a `pending` record and enqueues the charge on commit. Skips are recorded
 * once per reason and day. Safe to run at any time, in any number of processes.
 *
 * The balance is read before the rule is locked. It may miss a concurrent spend, which triggers its own evaluation, but
 * never a reload of the account: one settled in between forces another read.
 *
 * With `isCarrier` the calling job charges the reload itself and is retried after a crash, so no job is enqueued.
 */
export async function evaluateReload(
  ctx: ReloadContext,
  appId: string,
  { isCarrier = false } = {},
): Promise<ReloadDecision> {
  for (let tries = 0; tries < maxTries; tries++) {
    const seen = await glance(ctx, appId);
    if (!seen) return { kind: "idle" };
    const { packageId } = seen.rule;
    const terms = await ctx.ports.reloads.readTerms(ctx, { appId, packageId });
    const assumed = decideReload(situationOf(ctx.clock.now(), seen, { ...terms, hasMethod: true }));
    const { hasMethod } =
      assumed.kind === "fire"
        ? await ctx.ports.reloads.readTerms(ctx, { appId, packageId, needsMethod: true })
        : { hasMethod: null };
    const judged = await inOwnTransaction(ctx, (em) =>
      judge(em, ctx, seen, { ...terms, hasMethod }, isCarrier),
    );
    if (judged.kind !== "stale") return judged;
  }
  throw new Error("The rule changed all the time while it was evaluated.");
}

interface Glance {
  rule: EnabledRule;
  settlements: number;
  month: MonthRow | null;
  pending: readonly ReloadRow[];
  recentStarts: readonly Date[];
}

/** Reads the rule without a lock, to prepare the request to the hub; null when it is disabled or its account not open. */
function glance(ctx: ReloadContext, appId: string): Promise<Glance | null> {
  const ownerId = ownerOf(ctx);
  return inOwnTransaction(ctx, async (em) => {
    const rule = await findRule(em, ownerId, appId);
    if (!isEnabled(rule) || !(await isAccountOpen(em, ownerId))) return null;
    return {
      rule,
      settlements: await countSettlements(em, ownerId),
      month: await findMonth(em, monthKey(rule, ctx.clock.now())),
      pending: await listPending(em, ownerId),
      recentStarts: await listRecentStarts(em, ownerId, appId),
    };
  });
}

async function judge(
  em: EntityManager,
  ctx: ReloadContext,
  seen: Glance,
  terms: ReloadTerms,
  isCarrier: boolean,
): Promise<Judged> {
  const { ownerId, appId, packageId } = seen.rule;
  const now = ctx.clock.now();
  const rule = (await lockRules(em, ownerId)).find((one) => one.appId === appId) ?? null;
  if (!isEnabled(rule)) return { kind: "idle" };
  const settlements = await countSettlements(em, ownerId);
  if (settlements !== seen.settlements || rule.packageId !== packageId) return { kind: "stale" };
  await notifyLow(em, rule, terms);
  const pending = await listPending(em, ownerId);
  const recentStarts = await listRecentStarts(em, ownerId, appId);
  const current = { rule, settlements, pending, recentStarts };
  const assumed = { ...terms, hasMethod: terms.hasMethod ?? true };
  // Fast path: most evaluations end here and need no month row.
  const untouched = decideReload(situationOf(now, { ...current, month: null }, assumed));
  if (untouched.kind === "idle") return untouched;
  const key = monthKey(rule, now);
  const locked = await lockMonth(em, key, rule.monthlyCapCents);
  const month = withCap(locked, rule.monthlyCapCents);
  if (month !== locked) await updateMonth(em, key, month);
  const decision = decideReload(situationOf(now, { ...current, month }, assumed));
  if (decision.kind === "fire" && terms.hasMethod === null) return { kind: "stale" };
  if (decision.kind === "fire") {
    await begin(em, rule, month, terms, now);
    if (!isCarrier) await wakeReload(em, rule);
  }
  if (decision.kind === "skip") await recordSkip(em, { rule, month, terms, now }, decision);
  return decision;
}

function situationOf(
  now: Date,
  { rule, month, pending, recentStarts }: Pick<Glance, "rule" | "month" | "pending" | "recentStarts">,
  { available, offer, walletAppId, hasMethod }: ReloadTerms,
): ReloadSituation {
  const ofAccount = pending.filter((reload) => reload.walletAppId === walletAppId);
  return {
    now,
    enabled: rule.enabled,
    threshold: rule.threshold,
    available,
    pendingCredits: ofAccount.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
    isPending: pending.some(({ appId }) => appId === rule.appId),
    state: rule,
    recentStarts,
    packagePriceCents: offer?.priceCents ?? null,
    month: month ?? untouchedMonth(rule.monthlyCapCents),
    hasMethod: hasMethod ?? true,
  };
}

/** Emits `credits.low` once per fall below the threshold. */
async function notifyLow(em: EntityManager, rule: EnabledRule, terms: ReloadTerms): Promise<void> {
  const isLow = terms.available < rule.threshold;
  if (isLow === rule.isLow) return;
  await updateLow(em, rule, isLow);
  if (isLow) await emitLow(em, rule, terms);
}

async function begin(
  em: EntityManager,
  rule: EnabledRule,
  month: MonthRow,
  terms: ReloadTerms,
  now: Date,
): Promise<void> {
  const row: ReloadRow = { ...recordOf(rule, month, terms, now), status: "pending", reason: null };
  const isReserved = await reserveCents(em, monthKey(rule, now), row.amountCents!);
  if (!isReserved || !(await insertReload(em, row, null)))
    throw new Error("A reload was begun past its lock.");
  await recordAttempt(em, rule, now);
  await emitReloadEvent(em, "started", row);
}

async function recordSkip(
  em: EntityManager,
  { rule, month, terms, now }: { rule: EnabledRule; month: MonthRow; terms: ReloadTerms; now: Date },
  { reason, state }: Extract<ReloadDecision, { kind: "skip" }>,
): Promise<void> {
  const nextAttemptAt =
    reason === "backing_off" ? state.nextAttemptAt : reason === "burst_guard" ? state.coolingUntil : null;
  const row: ReloadRow = { ...recordOf(rule, month, terms, now), status: "skipped", reason, nextAttemptAt };
  const isNew = await insertReload(em, row, dayOf(now));
  if (isNew) await emitReloadEvent(em, "skipped", row);
  if (reason === "cap_reached" && !month.toldCapReached) {
    await updateMonth(em, monthKey(rule, now), { ...month, toldCapReached: true });
    await emitReloadEvent(em, "cap_reached", row);
  }
  await updateState(em, rule, state);
  if (state.suspendedReason && !rule.suspendedReason) await emitReloadEvent(em, "suspended", row);
}

function recordOf(
  rule: EnabledRule,
  month: MonthRow,
  { available, offer, walletAppId }: ReloadTerms,
  now: Date,
): Omit<ReloadRow, "status" | "reason"> {
  const { ownerId, appId, threshold, packageId } = rule;
  const bought: Partial<PackageOffer> = offer ?? {};
  return {
    id: newId("rld"),
    ownerId,
    appId,
    walletAppId,
    triggeredAt: now,
    triggerBalance: available,
    threshold,
    packageId,
    credits: bought.credits ?? null,
    amountCents: bought.priceCents ?? null,
    currency: bought.currency ?? null,
    month: monthOf(now),
    spentBeforeCents: spentCents(month),
    capCents: rule.monthlyCapCents,
    attempt: rule.consecutiveFailures + 1,
    nextAttemptAt: null,
    settledAt: null,
    paymentTransactionId: null,
    errorCode: null,
    errorDeclineCode: null,
    balanceAfter: null,
  };
}

function monthKey({ ownerId, appId }: { ownerId: string; appId: string }, now: Date) {
  return { ownerId, appId, month: monthOf(now) };
}

/** Transaction apart from the request's own effect, without its audit row and charge. */
function inOwnTransaction<T>(
  { em, principal }: ReloadContext,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return inTransaction({ em, principal }, work);
}
