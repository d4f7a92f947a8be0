import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { systemClock } from "../../../src/time/clock.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import { endpointQueue } from "./reload-queue.service.ts";
import { findRule } from "./rule.rows.ts";

/** How long a call may take from telling the hub an address to saving it. */
const graceMs = 30_000;

/**
 * Tells the hub the webhook address that is about to be saved, so that it hears of the saving too; answers the secret
 * that was made for it, if one was. The same call again gets the same secret for some minutes. A job is there before:
 * should the saving fail, it tells the hub the address that is stored. Null when the hub cannot be told now; then the
 * job of the saving tells it, and the secret is had by rotating it.
 */
export async function announceEndpoint(
  ctx: ReloadContext,
  appId: string,
  url: string | null,
): Promise<string | null> {
  const { em, principal } = ctx;
  await inTransaction({ em, principal }, (own) => syncLater(own, ctx, { appId, step: "announced" }));
  const name = JSON.stringify([principal.id, appId, ctx.idempotencyKey ?? ctx.requestId]);
  const key = `auto-reload:${createHash("sha256").update(name).digest("hex")}`;
  try {
    return (await ctx.ports.reloads.syncEndpoint(ctx, { appId, url, key })).secret;
  } catch (error) {
    ctx.log.warn({ err: error, appId }, "The address of auto-reload's webhook is told later");
    return null;
  }
}

/** Has the hub told the stored address: soon after it was saved, or later, in case it never was. */
export async function syncLater(
  em: EntityManager,
  ctx: ReloadContext,
  { appId, step }: { appId: string; step: "announced" | "saved" },
): Promise<void> {
  const ownerId = ownerOf(ctx);
  // The queue's own time, not that of a request with a test clock.
  const later = { startAfter: new Date(systemClock.now().getTime() + graceMs) };
  const singletonKey = `${ownerId}:${appId}:${step}`;
  await enqueue(em, endpointQueue, { ownerId, appId }, { singletonKey, ...(step === "saved" ? {} : later) });
}

/** Tells the hub the address that the rule has now. */
export async function syncStoredEndpoint(ctx: ReloadContext, appId: string): Promise<void> {
  const { em, principal } = ctx;
  const rule = await inTransaction({ em, principal }, (own) => findRule(own, ownerOf(ctx), appId));
  const url = rule?.webhookUrl ?? null;
  await ctx.ports.reloads.syncEndpoint(ctx, { appId, url, key: newId("sync") });
}
