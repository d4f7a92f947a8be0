import { toMajor } from "../../../../src/money.ts";
import type { ReadField, ReceiptFields } from "./receipt-parser.ts";
import type { ReceiptEntity } from "./receipt.entity.ts";
import type { Receipt } from "./receipts.types.ts";

/** All currencies of receipts have cents. */
const decimals = 2;

const nothing: ReceiptFields = {
  merchant: null,
  date: null,
  currency: null,
  subtotalMinor: null,
  taxMinor: null,
  totalMinor: null,
  lines: [],
  addsUp: null,
};

/** Converts a stored receipt to its GraphQL type. */
export function presentReceipt(row: ReceiptEntity): Receipt {
  const read = row.reading ?? nothing;
  const major = (field: ReadField<number> | null) => (field ? toMajor(field.value, decimals) : null);
  const sure = (field: ReadField<unknown> | null) => Math.round((field?.confidence ?? 0) * 100) / 100;
  const { id, status, failure, version, createdAt, updatedAt } = row;
  return {
    id,
    status,
    merchant: read.merchant?.value ?? null,
    date: read.date?.value ?? null,
    currency: read.currency?.value ?? null,
    subtotal: major(read.subtotalMinor),
    tax: major(read.taxMinor),
    total: major(read.totalMinor),
    lines: read.lines.map(({ description, amountMinor }) => ({
      description,
      amount: toMajor(amountMinor, decimals),
    })),
    confidence: {
      merchant: sure(read.merchant),
      date: sure(read.date),
      currency: sure(read.currency),
      subtotal: sure(read.subtotalMinor),
      tax: sure(read.taxMinor),
      total: sure(read.totalMinor),
    },
    addsUp: read.addsUp,
    needsReview: status === "needs_review",
    failure,
    version,
    createdAt,
    updatedAt,
  };
}
