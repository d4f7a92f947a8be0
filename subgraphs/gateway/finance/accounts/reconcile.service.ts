import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { ReconcileAccountInput, Reconciliation } from "./account.types.ts";
import { accountOf } from "./accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import { notFound } from "../../base/gateway.errors.ts";

/**
 * Compares an account with a statement. Where nothing differs, what is cleared up to the statement's day, and the named
 * transactions, are locked. Throws NOT_FOUND for the account and for a transaction that is not on it by that day.
 */
export function reconcileAccount(ctx: FinanceContext, input: ReconcileAccountInput): Promise<Reconciliation> {
  const { accountId, statementDate } = input;
  return changeOnce(ctx, { operation: "reconcileAccount", input }, async (em) => {
    const account = await accountOf(em, ctx, accountId, true);
    const { currency } = account;
    const statementBalance = toStored(input.statementBalance, currency);
    const named = [...new Set(input.transactionIds ?? [])];
    const where = `account_id = $1 AND date <= $2 AND (status <> 'pending' OR id = ANY ($3)) FOR UPDATE`;
    const rows = await findRows(em, "finance_transactions", where, [accountId, statementDate, named]);
    const found = new Set(rows.map(({ id }) => id));
    if (!named.every((id) => found.has(id))) throw notFound("transaction");
    const opening = account.openedOn <= statementDate ? account.openingBalance : 0;
    const clearedBalance = rows.reduce((sum, { amount }) => sum + amount, opening);
    const difference = statementBalance - clearedBalance;
    const open = difference === 0 ? rows.filter(({ status }) => status !== "reconciled") : [];
    const now = ctx.clock.now().toISOString();
    if (open.length > 0) {
      const sql = `UPDATE finance_transactions SET status = 'reconciled', version = version + 1, updated_at = $2
        WHERE id = ANY ($1)`;
      await executeSql(em, sql, [open.map(({ id }) => id), now]);
    }
    if (difference === 0) {
      const kept = { id: newId("rec"), ownerId: ownerOf(ctx), createdAt: now };
      const row = { ...kept, accountId, statementDate, statementBalance, reconciled: open.length };
      await insertAll(em, "finance_reconciliations", [row]);
    }
    const outcome = {
      accountId,
      statementDate,
      statementBalance: toShown(statementBalance, currency),
      clearedBalance: toShown(clearedBalance, currency),
      difference: toShown(difference, currency),
      reconciled: open.length,
    };
    if (difference === 0)
      await emitFinanceEvent(em, ctx, "finance.account.reconciled", { id: accountId, object: outcome });
    return outcome;
  });
}
