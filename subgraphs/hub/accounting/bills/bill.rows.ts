import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import type { HubContext } from "../../hub.context.ts";
import { billNotFound } from "../accounting.errors.ts";
import type { VendorBillStatus } from "./bill.types.ts";

export interface BillRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  vendorId: string;
  number: string | null;
  date: string;
  dueDate: string;
  status: VendorBillStatus;
  memo: string | null;
  total: number;
  paid: number;
  payableAccountId: string | null;
  entryId: string | null;
  approvedBy: string | null;
  approvedAt: string | null;
  voidedOn: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

export interface BillLineRow {
  billId: string;
  line: number;
  ownerId: string;
  ledgerId: string;
  accountId: string;
  amount: number;
  memo: string | null;
  client: string | null;
  project: string | null;
}

export interface BillPaymentRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  billId: string;
  amount: number;
  date: string;
  accountId: string;
  byCard: boolean;
  entryId: string;
  voidedOn: string | null;
  createdBy: string;
  createdAt: string;
}

export const billTables = plainRows<{
  accounting_bills: BillRow;
  accounting_bill_lines: BillLineRow;
  accounting_bill_payments: BillPaymentRow;
}>();

/** A bill of the account, locked for the transaction with `lock`. Throws NOT_FOUND. */
export async function requireBill(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<BillRow> {
  const ownerId = ctx.principal.ownerId ?? "";
  const found = await billTables.findOwn(em, "accounting_bills", { ownerId, id, lock });
  if (!found) throw billNotFound();
  return found;
}

export function linesOfBills(em: EntityManager, ids: readonly string[]): Promise<BillLineRow[]> {
  const where = "t.bill_id = ANY ($1) ORDER BY t.bill_id, t.line";
  return billTables.findRows(em, "accounting_bill_lines", where, [ids]);
}

export function paymentsOfBills(em: EntityManager, ids: readonly string[]): Promise<BillPaymentRow[]> {
  const where = "t.bill_id = ANY ($1) ORDER BY t.date, t.created_at, t.id";
  return billTables.findRows(em, "accounting_bill_payments", where, [ids]);
}
