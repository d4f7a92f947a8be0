import { mapStream, skipped } from "../../../src/concurrency/stream.ts";
import type { HubContext } from "../hub.context.ts";
import { balanceChanged } from "./credit-events.service.ts";
import { ownerOf, readBalance, requireKnownApp } from "./credits.service.ts";
import type { CreditBalance } from "./credits.types.ts";

/**
 * The caller's balance in an app: as it is, and as it is after each committed movement. Announcements that come late or
 * close together tell nothing twice. Throws as the writes do when the app is unknown or not the caller's to name. To be
 * returned when nobody reads on.
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
