import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ExpenseEntity } from "./expense.entity.ts";

/** Makes the expenses on a deleted or cancelled invoice billable again. The caller holds the invoice's row lock. */
export async function releaseExpenses(em: EntityManager, invoiceId: string, now: Date): Promise<void> {
  const billed = { billedInvoiceId: invoiceId, billedLineId: { $ne: null } };
  const expenses = await em.find(ExpenseEntity, billed, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    orderBy: { id: "asc" },
  });
  for (const expense of expenses) {
    Object.assign(expense, { billedInvoiceId: null, billedLineId: null, updatedAt: now });
    expense.version += 1;
  }
}
