import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { readPage } from "../../base/read-page.service.ts";
import { ReceiptEntity } from "../receipts/receipt.entity.ts";
import { ExpenseEntity } from "./expense.entity.ts";
import type { CreateExpenseInput, Expense, ExpensePage, ExpensesArgs } from "./expenses.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Records an expense. With `receiptId` that receipt is confirmed. Throws VALIDATION_ERROR,
 * AMOUNT_PRECISION, NOT_FOUND for the client or receipt, and INVALID_STATE for a receipt that is confirmed or discarded.
 */
export function createExpense(ctx: InvoicingContext, input: CreateExpenseInput): Promise<Expense> {
  return exactlyOnce(ctx, { operation: "createExpense", input }, async (em) => {
    const { receiptId = null } = input;
    if (receiptId !== null) await claimReceipt(em, ctx, receiptId);
    return addExpense(em, ctx, input, receiptId);
  });
}

/** As `createExpense`, in the open transaction; of the receipt that it was read from, if it was. */
export async function addExpense(
  em: EntityManager,
  ctx: InvoicingContext,
  input: CreateExpenseInput,
  receiptId: string | null,
): Promise<Expense> {
  const ownerId = ownerOf(ctx);
  const currency = input.currency ?? "USD";
  const amountMinor = toMinor(input.amount, currencyDecimals(currency));
  const taxMinor = toMinor(input.taxAmount ?? 0, currencyDecimals(currency));
  const { billableClientId = null } = input;
  await checkExpense(em, ctx, { date: input.date, amountMinor, taxMinor });
  await requireClient(em, ctx, billableClientId);
  const now = ctx.clock.now();
  const expense = Object.assign(new ExpenseEntity(), {
    id: newId("exp"),
    ownerId,
    spentOn: input.date,
    vendor: input.vendor,
    category: input.category,
    currency,
    amountMinor,
    taxMinor,
    notes: input.notes ?? null,
    billableClientId,
    receiptId,
    billedInvoiceId: null,
    billedLineId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies ExpenseEntity);
  await em.persist(expense).flush();
  await announceExpense(em, expense, [expense.spentOn]);
  return presentExpense(expense);
}

/** Announces for the books that an expense of these days was added, changed or deleted. */
export function announceExpense(
  em: EntityManager,
  { id, ownerId }: Pick<ExpenseEntity, "id" | "ownerId">,
  days: readonly string[],
): Promise<void> {
  return emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id, days }]);
}

/** One of the caller's expenses. Throws NOT_FOUND. */
export function readExpense(ctx: InvoicingContext, expenseId: string): Promise<Expense> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(ExpenseEntity, { id: expenseId, ownerId: ownerOf(ctx) });
    if (!row) throw notFound("expense");
    return presentExpense(row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's expenses, newest first. */
export function listExpenses(ctx: InvoicingContext, args: ExpensesArgs): Promise<ExpensePage> {
  const { limit, after, category, from, to, billable } = args;
  const read = async (em: EntityManager) => {
    const days = { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) };
    const filter = {
      ownerId: ownerOf(ctx),
      ...(category ? { category } : {}),
      ...(from || to ? { spentOn: days } : {}),
      ...(typeof billable === "boolean" ? { billableClientId: billable ? { $ne: null } : null } : {}),
    } as FilterQuery<ExpenseEntity>;
    const list = ["expenses", category, from, to, billable] as const;
    const { rows, ...page } = await readPage(em, ctx, ExpenseEntity, { filter, list, limit, after });
    return { expenses: rows.map(presentExpense), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Throws NOT_FOUND unless the account has this client; null is no client. */
export async function requireClient(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string | null,
): Promise<void> {
  if (id !== null && (await em.count(ClientEntity, { id, ownerId: ownerOf(ctx) })) === 0)
    throw notFound("client");
}

async function claimReceipt(em: EntityManager, ctx: InvoicingContext, id: string): Promise<void> {
  const own = { id, ownerId: ownerOf(ctx) };
  const receipt = await em.findOne(ReceiptEntity, own, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!receipt) throw notFound("receipt");
  if (!["needs_review", "ready", "failed"].includes(receipt.status))
    throw invalidState("receipt", receipt.status, []);
  Object.assign(receipt, { status: "confirmed", updatedAt: ctx.clock.now() });
  receipt.version += 1;
}

/** Throws VALIDATION_ERROR for a date in the future, or more tax than the amount. */
export async function checkExpense(
  em: EntityManager,
  ctx: InvoicingContext,
  { date, amountMinor, taxMinor }: { date: string; amountMinor: number; taxMinor: number },
): Promise<void> {
  const { today } = await daysOf(em, ctx);
  const faults = [
    ...(date > today ? [{ path: "date", message: "must not be in the future", rule: "maximum" }] : []),
    ...(taxMinor > amountMinor
      ? [{ path: "taxAmount", message: "must not exceed the amount", rule: "maximum" }]
      : []),
  ];
  if (faults.length > 0) throw validationError(faults);
}

/** Converts a stored expense to its GraphQL type. */
export function presentExpense(row: ExpenseEntity): Expense {
  const { id, spentOn: date, vendor, category, currency, notes, billableClientId, receiptId } = row;
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const money = { currency, amount: major(row.amountMinor), taxAmount: major(row.taxMinor) };
  const { version, createdAt, updatedAt } = row;
  const isBilled = row.billedLineId !== null;
  const billing = {
    status: isBilled ? ("billed" as const) : ("recorded" as const),
    billedInvoiceId: isBilled ? row.billedInvoiceId : null,
  };
  const links = { notes, billableClientId, receiptId, ...billing };
  return { id, date, vendor, category, ...money, ...links, version, createdAt, updatedAt };
}
