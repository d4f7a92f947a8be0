import { readRows } from "../../../../src/db/read-rows.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { CatalogueItemUsage } from "./catalogue.types.ts";

/** How often invoices of the account that are not deleted use each of these items. */
export async function readItemUsage(
  ctx: InvoicingContext,
  itemIds: readonly string[],
): Promise<CatalogueItemUsage[]> {
  const rows = await readRows<{ itemId: string; invoices: number; lines: number; lastUsedAt: string }>(ctx, {
    sql: `SELECT l.item_id AS "itemId", count(DISTINCT i.id)::int AS invoices, count(*)::int AS lines,
        max(i.created_at) AS "lastUsedAt"
      FROM invoice_lines AS l JOIN invoices AS i ON i.id = l.invoice_id
      WHERE l.item_id = ANY ($1::text[]) AND l.owner_id = $2 AND i.deleted_at IS NULL GROUP BY l.item_id`,
    parameters: [itemIds, ownerOf(ctx)],
  });
  const byItem = new Map(rows.map((row) => [row.itemId, row]));
  return itemIds.map((id) => {
    const { invoices = 0, lines = 0, lastUsedAt } = byItem.get(id) ?? {};
    return { invoices, lines, lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt) };
  });
}
