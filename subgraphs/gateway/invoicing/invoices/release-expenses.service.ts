import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";

/** Makes the expenses on a deleted or cancelled invoice billable again. The caller holds the invoice's row lock. */
export async function releaseExpenses(em: EntityManager, { id }: InvoiceEntity, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE expenses SET billed_invoice_id = NULL, billed_line_id = NULL, version = version + 1, updated_at = $2
     WHERE billed_invoice_id = $1 AND billed_line_id IS NOT NULL`,
    [id, now],
  );
}
