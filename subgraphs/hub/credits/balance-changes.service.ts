import { mapStream, skipped } from "../../../src/concurrency/stream.ts";
import type { HubContext } from "../hub.context.ts";
import { balanceChanged } from "./credit-events.service.ts";
import { ownerOf, readBalance, requireKnownApp } from "./credits.service.ts";
import type { CreditBalance } from "./credits.types.ts";

/**
 * Streams the account's balance in an app: the current one, then one after each committed movement. Late or coalesced
 * notifications produce no duplicates. Throws as the writes do when the app is unknown or not allowed. The consumer
 * must call `return()` when it stops reading.
 */
export async function watchBalance(ctx: HubContext, appId: string): Promise<AsyncIterable<CreditBalance>> {
  await requireKnownApp(ctx, appId);
  const wakeUps = ctx.ports.events.open({ type: balanceChanged, ownerId: ownerOf(ctx), appId });
  let shown: string | null = null;
  return mapStream(wakeUps, async () => {
    const balance = await readBalance(ctx, appId);
    const now = JSON.stringify(balance);
    if (now === shown) return skipped;
    shown = now;
    return balance;
  });
}
