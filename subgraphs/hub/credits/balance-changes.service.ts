import type { HubContext } from "../hub.context.ts";
import { balanceChanged } from "./account.ts";
import { ownerOf, requireKnownApp } from "./credits.service.ts";

/**
 * Wakes whoever shows the caller's balance in an app: at once, and after each committed change of it. Throws as the
 * writes do when the app is unknown or not the caller's to name. To be returned when nobody reads on.
 */
export async function watchBalance(ctx: HubContext, appId: string): Promise<AsyncIterable<true>> {
  await requireKnownApp(ctx, appId);
  return ctx.ports.events.open({ type: balanceChanged, ownerId: ownerOf(ctx), appId });
}
