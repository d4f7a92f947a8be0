import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { toMinor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ReceiptEntity } from "../receipts/receipt.entity.ts";
import { ExpenseEntity } from "./expense.entity.ts";
import { announceExpense, checkExpense, presentExpense, requireClient } from "./expenses.service.ts";
import type { DeletedExpense, Expense, ExpenseIdInput, UpdateExpenseInput } from "./expenses.types.ts";

/** Changes an unbilled expense. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_STATE once billed, and the errors of `createExpense`. */
export function updateExpense(ctx: InvoicingContext, input: UpdateExpenseInput): Promise<Expense> {
  return exactlyOnce(ctx, { operation: "updateExpense", input }, async (em) => {
    const row = await lockUnbilled(em, ctx, input.expenseId);
    if (typeof input.version === "number" && input.version !== row.version)
      throw versionConflict(row.version);
    const { date, vendor, category, currency, amount, taxAmount, notes, billableClientId } = input;
    const dayBefore = row.spentOn;
    if (currency) row.currency = currency;
    const decimals = currencyDecimals(row.currency);
    if (date) row.spentOn = date;
    if (vendor) row.vendor = vendor;
    if (category) row.category = category;
    if (typeof amount === "number") row.amountMinor = toMinor(amount, decimals);
    if (typeof taxAmount === "number") row.taxMinor = toMinor(taxAmount, decimals);
    if (notes !== undefined) row.notes = notes;
    if (billableClientId !== undefined) {
      await requireClient(em, ctx, billableClientId);
      row.billableClientId = billableClientId;
    }
    await checkExpense(em, ctx, { date: row.spentOn, amountMinor: row.amountMinor, taxMinor: row.taxMinor });
    row.version += 1;
    row.updatedAt = ctx.clock.now();
    await em.flush();
    await announceExpense(em, row, [dayBefore, row.spentOn]);
    return presentExpense(row);
  });
}

/** Deletes an unbilled expense; its receipt can be confirmed again. Throws NOT_FOUND, and INVALID_STATE once billed. */
export function deleteExpense(ctx: InvoicingContext, input: ExpenseIdInput): Promise<DeletedExpense> {
  return exactlyOnce(ctx, { operation: "deleteExpense", input }, async (em) => {
    const row = await lockUnbilled(em, ctx, input.expenseId);
    const { id, receiptId } = row;
    await em.nativeDelete(ExpenseEntity, { id });
    await announceExpense(em, row, [row.spentOn]);
    const receipt = receiptId === null ? null : await em.findOne(ReceiptEntity, { id: receiptId });
    if (receipt?.status === "confirmed") {
      Object.assign(receipt, { status: "needs_review", updatedAt: ctx.clock.now() });
      receipt.version += 1;
    }
    return { id, deleted: true };
  });
}

/** Locks an expense that no invoice has a line of. Throws NOT_FOUND and INVALID_STATE. */
export async function lockUnbilled(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
): Promise<ExpenseEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const row = await em.findOne(ExpenseEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) throw notFound("expense");
  if (row.billedLineId !== null) throw invalidState("expense", "billed", ["recorded"]);
  return row;
}
