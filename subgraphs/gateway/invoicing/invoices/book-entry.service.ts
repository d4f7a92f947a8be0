import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { applyEntry, type EntryKind } from "./invoice-ledger.ts";

/** A movement of one invoice's open amount. */
export interface NewEntry {
  kind: EntryKind;
  /** The payment or credit note it comes from. */
  sourceId: string | null;
  /** Above zero it lowers what is open, below zero it opens it again. */
  amountMinor: number;
  /** The day it counts in; never before the invoice's own. */
  on: string;
  reason?: string | null;
  /** When an invoice that it settles was paid; now when left out. */
  at?: Date;
}

/** Books an entry of an issued invoice whose row the caller holds. */
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
