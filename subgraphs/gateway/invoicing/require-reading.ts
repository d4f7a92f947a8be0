import { hasScope } from "../../../src/access/rules.ts";
import type { InvoicingContext } from "./invoicing.context.ts";

const reading = hasScope("read:invoices");

/**
 * Guards fields with records of others behind an object: a key with a write scope alone gets the object that it wrote, without
 * them. Throws FORBIDDEN.
 */
export function requireReading(ctx: InvoicingContext): void {
  const refusal = reading.check({ ctx, parent: null, args: {} });
  if (refusal) throw refusal;
}
