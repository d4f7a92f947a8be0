import { inTransaction } from "../../../src/db/transaction.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import { evaluateReload } from "./evaluate-reload.service.ts";
import { listPending, lockReload, type PendingReload } from "./reload.rows.ts";
import { settleReload } from "./settle-reload.service.ts";

/**
 * Carries a rule as far as it can go now: charges its pending reload and settles it, then judges the credits again, until
 * nothing is short, something keeps it, or a charge is under way at the processor. What comes next is always in the
 * database, so whoever runs this after a crash takes it up where it was; a charge that is asked for again has the same
 * key. Throws when nobody knows what came of a charge.
 */
export async function runReload(ctx: ReloadContext, appId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pending = await findPending(ctx, appId);
    if (pending) {
      if (!(await chargeAndSettle(ctx, pending))) return;
    } else {
      const { kind } = await evaluateReload(ctx, appId, { isCarrier: true });
      if (kind !== "fire") return;
    }
  }
}

/** Asks again what came of a reload that was given up, and counts it if it was paid after all. */
export async function reviewReload(ctx: ReloadContext, reloadId: string): Promise<void> {
  const { em, principal } = ctx;
  const reload = await inTransaction({ em, principal }, (own) => lockReload(own, reloadId));
  if (reload?.status === "failed" && reload.ownerId === ownerOf(ctx)) await chargeAndSettle(ctx, reload);
}

/** False while the charge is under way. */
async function chargeAndSettle(ctx: ReloadContext, reload: PendingReload): Promise<boolean> {
  const { id: reloadId, walletAppId, packageId, amountCents, credits } = reload;
  const outcome = await ctx.ports.reloads.charge(ctx, {
    reloadId,
    walletAppId,
    packageId,
    amountCents,
    credits,
  });
  if (outcome.status === "processing") return false;
  await settleReload(ctx, reload, outcome);
  return true;
}

async function findPending(ctx: ReloadContext, appId: string): Promise<PendingReload | null> {
  const { em, principal } = ctx;
  const pending = await inTransaction({ em, principal }, (own) => listPending(own, ownerOf(ctx)));
  return pending.find((reload) => reload.appId === appId) ?? null;
}
