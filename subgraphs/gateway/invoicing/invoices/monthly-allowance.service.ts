import type { EntityManager } from "@mikro-orm/postgresql";
import { tierRefusal } from "../../../../src/access/rules.ts";
import { invoicerTierOf, invoicerTiers } from "../../../../src/access/tiers.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/**
 * Checks the tier's monthly invoice quota (UTC). Throws FORBIDDEN (`tier_required`) when it is used up. Deleted and
 * cancelled invoices count, regardless of how they were created. Concurrent requests of a limited account are serialized
 * until the commit.
 */
export async function claimInvoiceOfMonth(em: EntityManager, ctx: InvoicingContext): Promise<void> {
  const limit = invoicerTiers[invoicerTierOf(ctx.principal)].invoicesPerMonth;
  if (limit === null || ctx.principal.kind === "internal") return;
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('invoices of ' || $1, 0))", [ownerId]);
  const [row] = await executeSql<{ made: number }>(
    em,
    "SELECT count(*)::int AS made FROM invoices WHERE owner_id = $1 AND created_at >= $2 AND created_at < $3",
    [ownerId, from, until],
  );
  if (row!.made < limit) return;
  const refusal = tierRefusal(
    ctx,
    "integration",
    `Your plan includes ${limit} invoices per month. Upgrade, or wait until next month.`,
  );
  throw new DomainError("FORBIDDEN", refusal.message, {
    ...refusal.details,
    limit,
    remaining: 0,
    resetAt: until.toISOString(),
  });
}
