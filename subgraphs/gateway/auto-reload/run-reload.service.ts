import { inTransaction } from "../../../src/db/transaction.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import { evaluateReload } from "./evaluate-reload.service.ts";
import { listPending, lockReload, type PendingReload } from "./reload.rows.ts";
import { settleReload } from "./settle-reload.service.ts";

/**
 * Runs a rule: charges and settles its pending reload, then evaluates the credits again, until credits suffice, a reload
 * is skipped, or a charge is processing. The next step is always in the database, so a run after a crash resumes there; a
 * repeated charge has the same key. Throws when the outcome of a charge is unknown.
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

/** Checks the payment of a failed reload again, and counts it when it succeeded late. */
export async function reviewReload(ctx: ReloadContext, reloadId: string): Promise<void> {
  const { em, principal } = ctx;
  const reload = await inTransaction({ em, principal }, (own) => lockReload(own, reloadId));
  if (reload?.status === "failed" && reload.ownerId === ownerOf(ctx)) await chargeAndSettle(ctx, reload);
}

/** False while the charge is processing. */
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
