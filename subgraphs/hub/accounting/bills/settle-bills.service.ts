import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  accountingConflict,
  accountingRule,
  billPaymentNotFound,
  ledgerAccountNotFound,
} from "../accounting.errors.ts";
import { listLedgerAccountRows, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { findEntry } from "../journal/journal.rows.ts";
import { postFromSource } from "../journal/post-source.service.ts";
import { postMirror } from "../journal/reverse-entry.service.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { requireVendor } from "../vendors/vendor.rows.ts";
import { billTables, linesOfBills, requireBill, type BillPaymentRow, type BillRow } from "./bill.rows.ts";
import type {
  ApproveVendorBillInput,
  PayVendorBillInput,
  VendorBill,
  VoidVendorBillInput,
  VoidVendorBillPaymentInput,
} from "./bill.types.ts";
import { today } from "./bills.service.ts";
import { announceBill, openOf, presentBills } from "./present-bill.service.ts";

// Each use case locks the bill first, so of two requests for one bill the later one sees what the earlier one did.

/**
 * Posts a bill: its lines are debited, and payables credited. An approved bill is returned unchanged. Throws NOT_FOUND,
 * INVALID_STATE for a voided bill, an archived account or a closed period, and BUSINESS_RULE without an account of payables.
 */
export function approveVendorBill(ctx: HubContext, input: ApproveVendorBillInput): Promise<VendorBill> {
  return exactlyOnce(ctx, { operation: "approveVendorBill", input }, async (em) => {
    const bill = await requireBill(em, ctx, { id: input.billId, lock: true });
    if (bill.status === "voided") throw voided();
    if (bill.status !== "draft") return (await presentBills(em, [bill]))[0]!;
    const { ledger, accounts } = await booksOf(em, ctx, bill);
    const payable = accounts.find(
      ({ category, archivedAt }) => category === "payable" && archivedAt === null,
    );
    if (!payable)
      throw accountingRule(
        "no_payable_account",
        "The ledger has no account of the category `payable`. Create one first.",
      );
    const codes = new Map(accounts.map(({ id, code }) => [id, code]));
    const lines = (await linesOfBills(em, [bill.id])).map(({ accountId, amount, memo, client, project }) => ({
      accountCode: codes.get(accountId)!,
      debit: amount,
      credit: 0,
      ...(memo !== null && { memo }),
      ...(client !== null && { client }),
      ...(project !== null && { project }),
    }));
    const { entryId } = await postFromSource(em, ctx, {
      source: { app: "accounting", kind: "vendor_bill", id: bill.id },
      currency: ledger.currency,
      date: bill.date,
      memo: await memoOf(em, ctx, { bill, word: "Bill" }),
      lines: [...lines, { accountCode: payable.code, debit: 0, credit: bill.total }],
    });
    const at = ctx.clock.now().toISOString();
    const row = await change(em, ctx, bill, {
      status: "approved",
      payableAccountId: payable.id,
      entryId,
      approvedBy: ctx.principal.id,
      approvedAt: at,
    });
    return announceBill(em, ctx, { row, name: "approved" });
  });
}

/**
 * Books a payment of all or a part of what is open: payables are debited. It moves no money. Throws NOT_FOUND, INVALID_STATE
 * for a bill that is not approved, is paid or voided, and for a closed period, BUSINESS_RULE for more than is open or an
 * account that cannot pay, and VALIDATION_ERROR for a date before the bill's. Idempotent by the key.
 */
export function payVendorBill(ctx: HubContext, input: PayVendorBillInput): Promise<VendorBill> {
  return exactlyOnce(ctx, { operation: "payVendorBill", input }, async (em) => {
    const bill = await requireBill(em, ctx, { id: input.billId, lock: true });
    requirePayable(bill);
    requireNotBefore(input.date, bill.date, "must not be before the date of the bill");
    const { ledger, accounts } = await booksOf(em, ctx, bill);
    const source = payingAccount(accounts, input.fromAccountId);
    const decimals = currencyDecimals(ledger.currency);
    const open = openOf(bill);
    const amount = input.amount ? toMinor(input.amount, decimals) : open;
    if (amount > open) {
      const details = { open: toMajor(open, decimals) };
      throw accountingRule(
        "more_than_open",
        "The amount is more than is open on the bill. Reduce it to `open`.",
        details,
      );
    }
    const id = newId("vbp");
    const payable = accounts.find((account) => account.id === bill.payableAccountId)!;
    const { entryId } = await postFromSource(em, ctx, {
      source: { app: "accounting", kind: "vendor_bill_payment", id },
      currency: ledger.currency,
      date: input.date,
      memo: await memoOf(em, ctx, { bill, word: "Payment of the bill" }),
      lines: [
        { accountCode: payable.code, debit: amount, credit: 0 },
        { accountCode: source.code, debit: 0, credit: amount },
      ],
    });
    const payment: BillPaymentRow = {
      id,
      ownerId: bill.ownerId,
      ledgerId: bill.ledgerId,
      billId: bill.id,
      amount,
      date: input.date,
      accountId: source.id,
      byCard: source.category === "credit_card",
      entryId,
      voidedOn: null,
      createdBy: ctx.principal.id,
      createdAt: ctx.clock.now().toISOString(),
    };
    await billTables.insertAll(em, "accounting_bill_payments", [payment]);
    const row = await change(em, ctx, bill, paidState(bill, bill.paid + amount));
    return announceBill(em, ctx, { row, name: "paid" });
  });
}

/**
 * Takes a bill without payments back; an approved one is reversed. A voided bill is returned unchanged. Throws NOT_FOUND,
 * INVALID_STATE for a bill with payments or a closed period, and VALIDATION_ERROR for a date before the bill's.
 */
export function voidVendorBill(ctx: HubContext, input: VoidVendorBillInput): Promise<VendorBill> {
  return exactlyOnce(ctx, { operation: "voidVendorBill", input }, async (em) => {
    const bill = await requireBill(em, ctx, { id: input.billId, lock: true });
    if (bill.status === "voided") return (await presentBills(em, [bill]))[0]!;
    if (bill.paid > 0)
      throw accountingConflict(
        "bill_paid",
        "Payments on the bill count. Reverse them with void_vendor_bill_payment.",
      );
    const date = input.date ?? today(ctx);
    if (bill.entryId !== null) {
      requireNotBefore(date, bill.date, "must not be before the date of the bill");
      await reverse(em, ctx, { entryId: bill.entryId, date });
    }
    const row = await change(em, ctx, bill, { status: "voided", voidedOn: date });
    return announceBill(em, ctx, { row, name: "voided" });
  });
}

/**
 * Takes a payment back: it is reversed, and its amount is open again. A voided payment changes nothing. Throws NOT_FOUND,
 * INVALID_STATE for a closed period, and VALIDATION_ERROR for a date before the payment's.
 */
export function voidVendorBillPayment(
  ctx: HubContext,
  input: VoidVendorBillPaymentInput,
): Promise<VendorBill> {
  return exactlyOnce(ctx, { operation: "voidVendorBillPayment", input }, async (em) => {
    const own = { ownerId: ctx.principal.ownerId ?? "", id: input.paymentId };
    const found = await billTables.findOwn(em, "accounting_bill_payments", own);
    if (!found) throw billPaymentNotFound();
    const bill = await requireBill(em, ctx, { id: found.billId, lock: true });
    const payment = (await billTables.findOwn(em, "accounting_bill_payments", own))!;
    if (payment.voidedOn !== null) return (await presentBills(em, [bill]))[0]!;
    const date = input.date ?? today(ctx);
    requireNotBefore(date, payment.date, "must not be before the date of the payment");
    await reverse(em, ctx, { entryId: payment.entryId, date });
    await billTables.updateRow(em, "accounting_bill_payments", payment.id, { voidedOn: date });
    const row = await change(em, ctx, bill, paidState(bill, bill.paid - payment.amount));
    return announceBill(em, ctx, { row, name: "payment_voided" });
  });
}

async function booksOf(
  em: EntityManager,
  ctx: HubContext,
  { ledgerId }: BillRow,
): Promise<{ ledger: LedgerRow; accounts: LedgerAccountRow[] }> {
  const ledger = (await readLedger(em, ctx, { id: ledgerId }))!;
  return { ledger, accounts: await listLedgerAccountRows(em, ledger) };
}

async function memoOf(
  em: EntityManager,
  ctx: HubContext,
  { bill, word }: { bill: BillRow; word: string },
): Promise<string> {
  const { name } = await requireVendor(em, ctx, { id: bill.vendorId });
  return `${word}${bill.number === null ? "" : ` ${bill.number}`} of ${name}`;
}

async function reverse(
  em: EntityManager,
  ctx: HubContext,
  { entryId, date }: { entryId: string; date: string },
): Promise<void> {
  const original = (await findEntry(em, ctx, { id: entryId, lock: true }))!;
  await postMirror(em, ctx, { original, date, memo: null });
}

async function change(
  em: EntityManager,
  ctx: HubContext,
  bill: BillRow,
  given: Partial<BillRow>,
): Promise<BillRow> {
  const changes = { ...given, updatedAt: ctx.clock.now().toISOString() };
  await billTables.updateRow(em, "accounting_bills", bill.id, changes);
  return { ...bill, ...changes };
}

function paidState({ total }: BillRow, paid: number): Pick<BillRow, "paid" | "status"> {
  return { paid, status: paid === total ? "paid" : paid > 0 ? "partially_paid" : "approved" };
}

function requirePayable({ status }: BillRow): void {
  if (status === "voided") throw voided();
  if (status === "draft")
    throw accountingConflict("bill_draft", "The bill is a draft. Approve it before it is paid.");
  if (status === "paid")
    throw accountingConflict("bill_paid", "Nothing is open on the bill. Read its payments.");
}

function voided() {
  return accountingConflict("bill_voided", "The bill is voided. Create another one.");
}

function requireNotBefore(date: string, earliest: string, message: string): void {
  if (date < earliest) throw validationError([{ path: "date", message, rule: "minDate" }]);
}

function payingAccount(accounts: readonly LedgerAccountRow[], id: string): LedgerAccountRow {
  const found = accounts.find((account) => account.id === id);
  if (!found) throw ledgerAccountNotFound();
  if (found.category === "cash" || found.category === "credit_card") return found;
  throw accountingRule(
    "paying_account",
    "Bills are paid from an account of the category `cash` or `credit_card`. Choose another account.",
    { accountId: found.id, code: found.code },
  );
}
