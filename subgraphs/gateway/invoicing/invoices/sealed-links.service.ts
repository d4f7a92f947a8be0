import { keyLifetimeMs, type RevealedOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";

/** How an answer with links of pages is stored under its key: the links sealed, for as long as the key is good. */
export function sealedLinks(ctx: InvoicingContext): RevealedOnce {
  return { fields: ["paymentLink", "portalLink"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
}
