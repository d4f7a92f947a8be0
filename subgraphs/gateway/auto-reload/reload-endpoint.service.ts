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

/** Maximum time between registering a URL at the hub and saving it. */
const graceMs = 30_000;

/**
 * Registers the webhook URL at the hub before it is saved, so that it also receives the event of the save. Returns the
 * new secret, if one was created; a retry gets the same secret for some minutes. A job is enqueued first: when the save
 * fails, it restores the stored URL. Returns null when the hub is unavailable; then the job of the save registers the
 * URL, and rotating the secret reveals it.
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
    ctx.log.warn({ err: error, appId }, "The auto-reload webhook URL is registered later");
    return null;
  }
}

/** Enqueues the registration of the stored URL: right after a save, or later in case the save fails. */
export async function syncLater(
  em: EntityManager,
  ctx: ReloadContext,
  { appId, step }: { appId: string; step: "announced" | "saved" },
): Promise<void> {
  const ownerId = ownerOf(ctx);
  // System time, because the queue ignores the test clock of a request.
  const later = { startAfter: new Date(systemClock.now().getTime() + graceMs) };
  const singletonKey = `${ownerId}:${appId}:${step}`;
  await enqueue(em, endpointQueue, { ownerId, appId }, { singletonKey, ...(step === "saved" ? {} : later) });
}

/** Registers the rule's current webhook URL at the hub. */
export async function syncStoredEndpoint(ctx: ReloadContext, appId: string): Promise<void> {
  const { em, principal } = ctx;
  const rule = await inTransaction({ em, principal }, (own) => findRule(own, ownerOf(ctx), appId));
  const url = rule?.webhookUrl ?? null;
  await ctx.ports.reloads.syncEndpoint(ctx, { appId, url, key: newId("sync") });
}
