import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { applyEntry, type EntryKind } from "./invoice-ledger.ts";

/** Change of an invoice's amount due. */
export interface NewEntry {
  kind: EntryKind;
  /** ID of its payment or credit note. */
  sourceId: string | null;
  /** Positive lowers the amount due, negative reopens it. */
  amountMinor: number;
  /** Booking date, not before the invoice's issue date. */
  on: string;
  reason?: string | null;
  /** Time of payment when it settles the invoice. Default: now. */
  at?: Date;
}

/** Books an entry on an issued invoice. The caller holds its row lock. */
export async function bookEntry(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  { kind, sourceId, amountMinor, on, reason = null, at }: NewEntry,
): Promise<void> {
  const now = ctx.clock.now();
  const netMinor = applyEntry(invoice, kind, amountMinor, at ?? now);
  const { id, ownerId, issueDate } = invoice;
  const bookedOn = issueDate !== null && on < issueDate ? issueDate : on;
  await executeSql(
    em,
    `INSERT INTO invoice_entries
       (id, owner_id, invoice_id, kind, source_id, amount_minor, net_minor, booked_on, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [newId("ent"), ownerId, id, kind, sourceId, amountMinor, netMinor, bookedOn, reason, now],
  );
}
