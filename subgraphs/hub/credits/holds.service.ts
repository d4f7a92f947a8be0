import type { EntityManager } from "@mikro-orm/postgresql";
import { mayUseApp } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { findAccount } from "./account.ts";
import { holdNotFound, holdStateConflict, insufficientCredits } from "./credits.errors.ts";
import { ownerOf, requireKnownApp } from "./credits.service.ts";
import { debitForHold, insertHold, lockHold, resolveHold, type HoldRow } from "./hold.ts";
import type { CaptureCreditHoldInput, CreditHoldResult, PlaceCreditHoldInput } from "./holds.types.ts";
import { availableOf } from "./ledger.ts";

/** Holds credits. Throws 400 INSUFFICIENT_CREDITS. Idempotent by the idempotency key. */
export async function placeHold(ctx: HubContext, input: PlaceCreditHoldInput): Promise<CreditHoldResult> {
  await requireKnownApp(ctx, input.appId);
  return exactlyOnce(ctx, { operation: "placeCreditHold", input }, async (em) => {
    const now = ctx.clock.now();
    const account = await findAccount(em, ownerOf(ctx), input.appId);
    const { amount, description, metadata = null } = input;
    const expiresAt = new Date(now.getTime() + input.ttlSeconds * 1000);
    const hold =
      account && (await insertHold(em, account, { amount, description, metadata, expiresAt }, now));
    if (!hold) throw insufficientCredits(account ? availableOf(account) : 0, amount);
    return toResult(hold);
  });
}

/**
 * Captures a pending hold, or a part of it; the rest is released. Idempotent for the same amount. Throws
 * HOLD_NOT_FOUND, or HOLD_STATE_CONFLICT when it was released or has expired.
 */
export async function captureHold(ctx: HubContext, input: CaptureCreditHoldInput): Promise<CreditHoldResult> {
  return exactlyOnce(ctx, { operation: "captureCreditHold", input }, async (em) => {
    const hold = await requireHold(em, ctx, input.holdId);
    const amount = input.amount ?? hold.amount;
    if (amount > hold.amount || amount < 1) {
      throw validationError([
        { path: "amount", message: "must be more than 0 and at most the held amount", rule: "max" },
      ]);
    }
    if (hold.status === "captured" && hold.capturedAmount === amount) return toResult(hold);
    requirePending(hold, ctx);
    await capture(ctx, em, hold, amount);
    return toResult({ ...hold, status: "captured", capturedAmount: amount });
  });
}

/** Releases a pending hold. Idempotent. Throws as `captureHold` does. */
export async function releaseHold(ctx: HubContext, holdId: string): Promise<CreditHoldResult> {
  return exactlyOnce(ctx, { operation: "releaseCreditHold", input: { holdId } }, async (em) => {
    const hold = await requireHold(em, ctx, holdId);
    if (hold.status === "released") return toResult(hold);
    requirePending(hold, ctx);
    await resolveHold(em, hold, { status: "released" }, ctx.clock.now());
    return toResult({ ...hold, status: "released" });
  });
}

/** Expires due holds; returns how many. Races with capture and release have one winner. */
export async function expireHolds(ctx: HubContext, batchSize = 500): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const due = await executeSql<{ id: string }>(
      em,
      "SELECT id FROM credit_holds WHERE status = 'pending' AND expires_at <= $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED",
      [now, batchSize],
    );
    for (const { id } of due) {
      const hold = await lockHold(em, id);
      if (hold?.status === "pending") await resolveHold(em, hold, { status: "expired" }, now);
    }
    return due.length;
  });
}

/** Captures a locked pending hold: the held credits become free and are taken in the same transaction. */
export async function capture(
  ctx: HubContext,
  em: EntityManager,
  hold: HoldRow,
  amount: number,
): Promise<number> {
  const now = ctx.clock.now();
  const account = await resolveHold(em, hold, { status: "captured", capturedAmount: amount }, now);
  return debitForHold(em, account, hold, amount, now);
}

async function requireHold(em: EntityManager, ctx: HubContext, holdId: string): Promise<HoldRow> {
  const hold = await lockHold(em, holdId);
  const isTheirs = hold?.ownerId === ownerOf(ctx) && mayUseApp(ctx.principal, hold.appId);
  if (!isTheirs) throw holdNotFound();
  return hold;
}

/** At its expiry exactly a hold is dead, whether or not the job has been there. */
function requirePending(hold: HoldRow, ctx: HubContext): void {
  if (hold.status !== "pending") throw holdStateConflict(hold.status);
  if (hold.expiresAt.getTime() <= ctx.clock.now().getTime()) throw holdStateConflict("expired");
}

function toResult(hold: HoldRow): CreditHoldResult {
  const { id, status, amount, capturedAmount, expiresAt } = hold;
  return { holdId: id, status, amount, capturedAmount, expiresAt };
}
