import { keyLifetimeMs, type RevealedOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";

/** Stores idempotent responses with their secret links sealed, for the lifetime of the idempotency key. */
export function sealedLinks(ctx: InvoicingContext): RevealedOnce {
  return { fields: ["paymentLink", "portalLink"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
}
