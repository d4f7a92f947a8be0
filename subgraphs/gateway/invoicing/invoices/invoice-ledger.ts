import { multiplyHalfUp } from "../../../../src/money.ts";
import { amountDueMinor } from "./invoice-states.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";

/** Kinds of entries that change an invoice's amount due. */
export type EntryKind = "payment" | "credit" | "write_off";

/** Invoice column that each kind of entry adds to. */
const amountOf = {
  payment: "amountPaidMinor",
  credit: "amountCreditedMinor",
  write_off: "amountWrittenOffMinor",
} as const;

type LedgerRow = Pick<
  InvoiceEntity,
  | "status"
  | "subtotalMinor"
  | "totalMinor"
  | "amountPaidMinor"
  | "amountCreditedMinor"
  | "amountWrittenOffMinor"
  | "paidAt"
>;

/**
 * Applies an entry in minor units to an invoice (negative reopens it) and returns its net part without tax. Net parts are
 * differences of running totals, so all instalments add up to the invoice's net, each within one minor unit of its exact
 * share. An invoice without an amount due becomes paid; a reopened one becomes sent.
 */
export function applyEntry(invoice: LedgerRow, kind: EntryKind, amountMinor: number, now: Date): number {
  const name = amountOf[kind];
  const before = invoice[name];
  invoice[name] = before + amountMinor;
  const due = amountDueMinor(invoice);
  if (invoice.status === "sent" && due === 0) Object.assign(invoice, { status: "paid", paidAt: now });
  else if (invoice.status === "paid" && due > 0) Object.assign(invoice, { status: "sent", paidAt: null });
  return netShare(invoice, before + amountMinor) - netShare(invoice, before);
}

function netShare({ subtotalMinor, totalMinor }: LedgerRow, amount: number): number {
  return totalMinor === 0 ? 0 : multiplyHalfUp(amount, subtotalMinor, totalMinor);
}

/** Event to emit after an entry was booked. */
export function eventOfEntry({ status }: Pick<InvoiceEntity, "status">): "paid" | "updated" {
  return status === "paid" ? "paid" : "updated";
}
