import type { EntityManager } from "@mikro-orm/postgresql";
import { findAccount, type AccountRow } from "../../credits/account.ts";
import { settleHold } from "../../credits/charges.service.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import { insertHold } from "../../credits/hold.ts";
import { availableOf } from "../../credits/ledger.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  countImages,
  insertHeld,
  isHeld,
  lockImageCredits,
  markReleased,
  markSpent,
  type ImageCreditRow,
} from "./image-credit.rows.ts";
import { imageAllowance, imagesCounted, monthOf, nextMonth } from "./image-credits.ts";
import { imageCreditsExhausted } from "./image.errors.ts";

/** Longer than an image can take with all its attempts and its way into the store. */
const holdMs = 15 * 60 * 1000;

/** Hundredths of a credit of the pool `image`. */
const priceOfImage = 100;

/** Remaining images: a number, -1 without limit, or `unlimited` for administrators. */
export type ImageCreditsLeft = number | "unlimited";

interface ImageCall {
  requestId: string;
  appId: string;
}

/**
 * Holds one image credit for a request, in the transaction of `em`: from the month's allowance first, then from
 * purchased credits. Parallel requests never hold more credits than exist. An expired hold is available again at that
 * moment. Idempotent per request: a repeated call keeps the same hold. Throws IMAGE_CREDITS_EXHAUSTED (402).
 */
export async function holdImageCredit(ctx: HubContext, em: EntityManager, call: ImageCall): Promise<void> {
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now();
  await lockImageCredits(em, ownerId);
  if (await isHeld(em, call.requestId, now)) return;
  const expiresAt = new Date(now.getTime() + holdMs);
  const credit = await takeFrom(ctx, em, call.appId, expiresAt);
  if (!credit) throw imageCreditsExhausted(ctx, nextMonth(now));
  await insertHeld(em, { ...call, ...credit, ownerId, month: monthOf(now), expiresAt }, now);
}

/** Captures the credit of a request whose image is stored, in the transaction of `em`. Idempotent. */
export async function captureImageCredit(
  ctx: HubContext,
  em: EntityManager,
  requestId: string,
): Promise<void> {
  const credit = await markSpent(em, requestId, ctx.clock.now());
  if (credit?.creditHoldId) await settleHold(ctx, { holdId: credit.creditHoldId, outcome: "capture" });
}

/** Releases the credit of a failed request, in the transaction of `em`. */
export async function releaseImageCredit(
  ctx: HubContext,
  em: EntityManager,
  requestId: string,
): Promise<void> {
  const credit = await markReleased(em, requestId, ctx.clock.now());
  if (credit?.creditHoldId) await settleHold(ctx, { holdId: credit.creditHoldId, outcome: "release" });
}

/** The principal's remaining images in an app: monthly allowance and purchased credits. */
export async function imageCreditsLeft(
  ctx: HubContext,
  em: EntityManager,
  appId: string,
): Promise<ImageCreditsLeft> {
  if (ctx.principal.isAdmin) return "unlimited";
  const allowance = imageAllowance(ctx.principal, appId);
  if (allowance === null) return -1;
  const used = await countUsed(ctx, em, appId);
  const creditAccount = await findCreditAccount(em, ownerOf(ctx), appId);
  const bought = creditAccount ? Math.floor(availableOf(creditAccount) / priceOfImage) : 0;
  return Math.max(0, allowance - used) + Math.max(0, bought);
}

async function takeFrom(
  ctx: HubContext,
  em: EntityManager,
  appId: string,
  expiresAt: Date,
): Promise<ImageCreditRow | null> {
  const allowance = imageAllowance(ctx.principal, appId);
  if (ctx.principal.isAdmin || allowance === null) return { source: "unlimited", creditHoldId: null };
  if ((await countUsed(ctx, em, appId)) < allowance) return { source: "allowance", creditHoldId: null };
  const creditAccount = await findCreditAccount(em, ownerOf(ctx), appId);
  const wanted = {
    amount: priceOfImage,
    description: "AI image generation",
    operation: "ai.image",
    expiresAt,
  };
  const hold = creditAccount && (await insertHold(em, creditAccount, wanted, ctx.clock.now()));
  return hold && { source: "purchased", creditHoldId: hold.id };
}

async function countUsed(ctx: HubContext, em: EntityManager, appId: string): Promise<number> {
  const now = ctx.clock.now();
  return imagesCounted(ctx.principal, appId, await countImages(em, ownerOf(ctx), monthOf(now), now));
}

/** As for other charges: the named app's, or `central` where that app has none. */
async function findCreditAccount(
  em: EntityManager,
  ownerId: string,
  appId: string,
): Promise<AccountRow | null> {
  const own = await findAccount(em, ownerId, appId, { pool: "image" });
  return own ?? findAccount(em, ownerId, "central", { pool: "image" });
}
