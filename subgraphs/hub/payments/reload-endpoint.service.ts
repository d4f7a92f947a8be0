import { exactlyOnce } from "../../../src/db/idempotency.ts";
import type { HubContext } from "../hub.context.ts";
import { syncAutoReloadEndpoint } from "../webhooks/setting-endpoints.service.ts";
import type { SyncedReloadEndpoint, SyncReloadEndpointInput } from "./reload-charge.types.ts";

/** How long a repeated call still gets the secret that the first one made. */
const keepSecretMs = 10 * 60 * 1000;

/**
 * Sets or removes the webhook URL of an app's auto-reload. Returns the secret when this call created it. Idempotent by
 * the idempotency key.
 */
export function syncReloadEndpoint(
  ctx: HubContext,
  { appId, url = null }: SyncReloadEndpointInput,
): Promise<SyncedReloadEndpoint> {
  const ownerId = ctx.principal.ownerId ?? "";
  const { keyRing } = ctx.ports;
  const revealedOnce = { fields: ["secret"], keepForMs: keepSecretMs, keyRing };
  const call = { operation: "syncReloadEndpoint", input: { appId, url }, revealedOnce };
  return exactlyOnce(ctx, call, (em) => syncAutoReloadEndpoint(ctx, em, { ownerId, appId, url }));
}
