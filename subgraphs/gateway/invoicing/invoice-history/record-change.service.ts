import type { EntityManager } from "@mikro-orm/postgresql";
import { currentActor } from "../../../../src/access/acting.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { gather } from "../../../../src/db/gather.ts";
import { insertRows, type RowsTarget } from "../../../../src/db/insert-rows.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoiceEvent } from "../invoices/invoice-events.service.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { changedFields, presentExternalInvoice } from "../invoices/present-external-invoice.ts";

/** An invoice as its history shows it. Plain JSON. */
export type HistoryRecord = Readonly<Record<string, unknown>>;

/** Fields of an invoice that its history compares. */
export function historyRecord(
  row: InvoiceEntity,
  lines: readonly InvoiceLineEntity[],
  now: Date,
): HistoryRecord {
  const major = (minor: number) => toMajor(minor, currencyDecimals(row.currency));
  const { createdAt: _, updatedAt: __, ...shown } = presentExternalInvoice(row, lines, now);
  return {
    ...shown,
    discount: major(row.discountMinor),
    amountPaid: major(row.amountPaidMinor),
    amountCredited: major(row.amountCreditedMinor),
    amountWrittenOff: major(row.amountWrittenOffMinor),
    amountDue: major(amountDueMinor(row)),
    issueDate: row.issueDate,
    notes: row.notes,
    delivery: row.delivery,
    cancelReason: row.cancelReason,
  };
}

/** Adds a change to the history of an invoice in the open transaction. `before` is null for a new invoice. */
export async function recordChange(
  em: EntityManager,
  { id, ownerId }: Pick<InvoiceEntity, "id" | "ownerId">,
  change: { type: InvoiceEvent; at: Date; before: HistoryRecord | null; after: HistoryRecord },
): Promise<void> {
  const { type, at, before, after } = change;
  await recordHistory(
    em,
    { id, ownerId },
    {
      type,
      at,
      before: before === null ? null : changedFields(before, after),
      after: before === null ? after : changedFields(after, before),
    },
  );
}

/** Adds an entry to the history of an invoice in the open transaction, as it is given. */
export async function recordHistory(
  em: EntityManager,
  { id, ownerId }: Pick<InvoiceEntity, "id" | "ownerId">,
  entry: {
    type: InvoiceEvent | "disputed" | "dispute_closed" | "refund_failed" | "delivery_failed";
    at: Date;
    before?: HistoryRecord | null;
    after: HistoryRecord;
  },
): Promise<void> {
  const { type, at, before = null, after } = entry;
  const actor = currentActor();
  await insertEntry(em, [
    newId("ivh"),
    ownerId,
    id,
    type,
    actor?.type ?? null,
    actor?.id ?? null,
    before === null ? null : JSON.stringify(before),
    JSON.stringify(after),
    at,
  ]);
}

/** Entries of the same tick go in one statement. */
const insertEntry = gather<unknown[], void>(async (em, entries) => {
  await insertRows(em, historyRows, entries);
  return entries.map(() => undefined);
});

const historyRows: RowsTarget = {
  into: "invoice_history",
  columns: [
    "id",
    "owner_id",
    "invoice_id",
    "type",
    "actor_type",
    "actor_id",
    "before",
    "after",
    "created_at",
  ],
};
