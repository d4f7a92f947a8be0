import { createHash } from "node:crypto";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { findRule } from "./rule.rows.ts";

/**
 * Tells the hub the webhook address that was just saved, and answers the secret that was made for it, if one was. The
 * same call again gets the same secret for some minutes. Null when another call has saved another address meanwhile, or
 * the hub cannot be told: then a job tells it, and the secret is had by rotating it.
 */
export async function syncSavedEndpoint(
  ctx: GatewayContext,
  appId: string,
  url: string | null,
): Promise<string | null> {
  if ((await storedUrl(ctx, appId)) !== url) return null;
  const name = JSON.stringify([ctx.principal.id, appId, ctx.idempotencyKey ?? ctx.requestId]);
  const key = `auto-reload:${createHash("sha256").update(name).digest("hex")}`;
  try {
    return (await ctx.ports.reloads.syncEndpoint(ctx, { appId, url, key })).secret;
  } catch (error) {
    ctx.log.warn({ err: error, appId }, "The address of auto-reload's webhook is told later");
    return null;
  }
}

/** Tells the hub the address that the rule has now. */
export async function syncStoredEndpoint(ctx: GatewayContext, appId: string): Promise<void> {
  const url = await storedUrl(ctx, appId);
  await ctx.ports.reloads.syncEndpoint(ctx, { appId, url, key: newId("sync") });
}

async function storedUrl(ctx: GatewayContext, appId: string): Promise<string | null> {
  const { em, principal } = ctx;
  const rule = await inTransaction({ em, principal }, (own) => findRule(own, ownerOf(ctx), appId));
  return rule?.webhookUrl ?? null;
}
