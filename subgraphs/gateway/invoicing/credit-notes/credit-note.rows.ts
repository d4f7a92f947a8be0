import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Refund of a credit note, in minor units. */
interface RefundRow {
  id: string;
  ownerId: string;
  creditNoteId: string;
  amount: number;
  reason: string | null;
  refundedOn: string;
}

/** Inserts a refund. */
export async function insertCreditNoteRefund(em: EntityManager, row: RefundRow, now: Date): Promise<void> {
  const { id, ownerId, creditNoteId, amount, reason, refundedOn } = row;
  await executeSql(
    em,
    `INSERT INTO credit_note_refunds (id, owner_id, credit_note_id, amount_minor, reason, refunded_on, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, ownerId, creditNoteId, amount, reason, refundedOn, now],
  );
}
