import { multiplyHalfUp } from "../../../../src/money.ts";
import { amountDueMinor } from "./invoice-states.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";

/** What moves an invoice's open amount. */
export type EntryKind = "payment" | "credit" | "write_off";

/** Which of an invoice's amounts a kind of entry adds to. */
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
 * Moves an invoice by an entry of so many minor units (below zero opens it again) and answers the part of it that is not
 * tax. It is cut from running totals, so the parts of all instalments add up to the invoice's net, each within one minor
 * unit of its exact share. An invoice with nothing left is paid; one that is opened again is sent.
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

/** What tells of an invoice that an entry was booked on. */
export function eventOfEntry({ status }: Pick<InvoiceEntity, "status">): "paid" | "updated" {
  return status === "paid" ? "paid" : "updated";
}
