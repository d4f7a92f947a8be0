import { asSystem } from "../../../src/db/transaction.ts";
import type { ReloadContext } from "./reload.context.ts";
import { wakeReload } from "./reload-queue.service.ts";
import { isAfter } from "./reload-rules.ts";
import { listOverdue } from "./reload.rows.ts";
import { listEnabledRules, type EnabledRule } from "./rule.rows.ts";

const pageSize = 500;

/** Age after which a pending charge has lost its job or waits for the processor. */
const overdueMs = 60_000;

/**
 * Enqueues every rule whose credits are low and every reload that has been pending for long. Reads credits with one
 * request per page of rules. Rules in backoff or cooldown are skipped until their time.
 */
export async function sweepReloads(ctx: ReloadContext, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const overdue = await asSystem(ctx.em, (em) => listOverdue(em, new Date(now.getTime() - overdueMs)));
  await wakeAll(ctx, overdue);
  let after = { ownerId: "", appId: "" };
  while (!signal.aborted) {
    const rules = await asSystem(ctx.em, (em) => listEnabledRules(em, after, pageSize));
    const last = rules.at(-1);
    if (!last) return;
    await wakeShort(
      ctx,
      rules.filter((rule) => mayBuy(rule, now)),
    );
    after = last;
  }
}

function mayBuy(rule: EnabledRule, now: Date): boolean {
  return !rule.suspendedReason && !isAfter(rule.nextAttemptAt, now) && !isAfter(rule.coolingUntil, now);
}

async function wakeShort(ctx: ReloadContext, rules: readonly EnabledRule[]): Promise<void> {
  if (rules.length === 0) return;
  const wallets = rules.map(({ ownerId, appId }) => ({ ownerId, appId }));
  const available = await ctx.ports.reloads.readAvailable(ctx, wallets);
  await wakeAll(
    ctx,
    rules.filter(({ threshold, isLow }, index) => isLow || available[index]! < threshold),
  );
}

async function wakeAll(
  ctx: ReloadContext,
  rules: readonly { ownerId: string; appId: string }[],
): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    for (const { ownerId, appId } of rules) await wakeReload(em, { ownerId, appId });
  });
}
