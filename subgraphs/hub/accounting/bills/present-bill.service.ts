import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  linesOfBills,
  paymentsOfBills,
  type BillLineRow,
  type BillPaymentRow,
  type BillRow,
} from "./bill.rows.ts";
import type { VendorBill } from "./bill.types.ts";

/** Bills as API users see them, with lines and payments. */
export async function presentBills(em: EntityManager, rows: readonly BillRow[]): Promise<VendorBill[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sql = "SELECT id, currency FROM accounting_ledgers WHERE id = ANY ($1)";
  const ledgers = await executeSql<{ id: string; currency: string }>(em, sql, [
    [...new Set(rows.map(({ ledgerId }) => ledgerId))],
  ]);
  const currencies = new Map(ledgers.map(({ id, currency }) => [id, currency]));
  const lines = Map.groupBy(await linesOfBills(em, ids), ({ billId }) => billId);
  const payments = Map.groupBy(await paymentsOfBills(em, ids), ({ billId }) => billId);
  return rows.map((row) =>
    presentBill(row, {
      currency: currencies.get(row.ledgerId)!,
      lines: lines.get(row.id) ?? [],
      payments: payments.get(row.id) ?? [],
    }),
  );
}

/** Records the event of a change, and returns the bill. */
export async function announceBill(
  em: EntityManager,
  ctx: HubContext,
  { row, name }: { row: BillRow; name: "created" | "approved" | "paid" | "voided" | "payment_voided" },
): Promise<VendorBill> {
  const [bill] = await presentBills(em, [row]);
  const { id: billId, vendorId, number, status, date, dueDate, currency, total, paid, open, entryId } = bill!;
  const payload = { billId, vendorId, number, status, date, dueDate, currency, total, paid, open, entryId };
  const news = { objectId: row.id, appId: ctx.appId, ownerId: row.ownerId, payload };
  await emitEvent(em, { type: `accounting.bill.${name}`, ...news });
  return bill!;
}

/** What is owed on a bill, in minor units. */
export function openOf({ status, total, paid }: BillRow): number {
  return status === "draft" || status === "voided" ? 0 : total - paid;
}

function presentBill(
  row: BillRow,
  {
    currency,
    lines,
    payments,
  }: { currency: string; lines: readonly BillLineRow[]; payments: readonly BillPaymentRow[] },
): VendorBill {
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const { id, vendorId, number, status, date, dueDate, memo, entryId, approvedBy, approvedAt, voidedOn } =
    row;
  return {
    id,
    vendorId,
    number,
    status,
    date,
    dueDate,
    memo,
    currency,
    total: major(row.total),
    paid: major(row.paid),
    open: major(openOf(row)),
    lines: lines.map(({ accountId, amount, memo: note, client, project }) => ({
      accountId,
      amount: major(amount),
      memo: note,
      client,
      project,
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      amount: major(payment.amount),
      date: payment.date,
      fromAccountId: payment.accountId,
      entryId: payment.entryId,
      voidedOn: payment.voidedOn,
    })),
    entryId,
    approvedBy,
    approvedAt: approvedAt === null ? null : new Date(approvedAt),
    voidedOn,
    createdAt: new Date(row.createdAt),
  };
}
