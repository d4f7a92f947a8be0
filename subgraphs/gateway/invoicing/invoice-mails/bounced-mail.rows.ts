import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Whether the history of an invoice has the bounce of a message. */
export async function isBounceKnown(em: EntityManager, invoiceId: string, mailId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM invoice_history
    WHERE invoice_id = $1 AND type = 'delivery_failed' AND after->>'mailId' = $2`;
  return (await executeSql(em, sql, [invoiceId, mailId])).length > 0;
}
