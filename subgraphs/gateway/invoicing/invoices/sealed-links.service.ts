import { keyLifetimeMs, type RevealedOnce } from "../../../../src/db/idempotency.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";

/** How an answer with links of pages is stored under its key: the links sealed, for as long as the key is good. */
export function sealedLinks(ctx: GatewayContext): RevealedOnce {
  return { fields: ["paymentLink", "portalLink"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
}
