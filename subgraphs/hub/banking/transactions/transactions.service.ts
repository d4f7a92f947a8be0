import { rowCursors } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import type { BankTransactionsArgs, EditBankTransactionInput } from "../banking-inputs.types.ts";
import type { BankTransaction, BankTransactionPage } from "./bank-transactions.types.ts";
import { enabledFor, readingApps } from "../connections/connection-access.service.ts";
import { selectTransactions, showTransaction } from "./transaction.rows.ts";

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 30;

/**
 * Transactions of the account, newest first, within a day the later import first, without those that the banks removed.
 * Default: the last 30 days. Filters by foreign ids match nothing. Throws 400 for dates in the wrong order, and
 * INVALID_CURSOR.
 */
export async function listTransactions(
  ctx: HubContext,
  args: BankTransactionsArgs,
): Promise<BankTransactionPage> {
  const { limit, connectionId = null, accountId = null } = args;
  const { startDate, endDate } = readRange(ctx, args);
  const cursors = rowCursors(ctx, [
    "bank transactions",
    args.startDate,
    args.endDate,
    connectionId,
    accountId,
  ]);
  const after = cursors.decode(args.cursor);
  const { ownerId } = ctx.principal;
  const filter = `t.owner_id = $1 AND t.status = 'active' AND t.date BETWEEN $2 AND $3
    AND ($4::text IS NULL OR t.connection_id = $4) AND ($5::text IS NULL OR t.account_id = $5)
    AND ($6::text[] IS NULL OR t.connection_id IN (SELECT c.id FROM bank_connections c WHERE ${enabledFor("$6")}))`;
  const values = [ownerId, startDate, endDate, connectionId, accountId, readingApps(ctx)];
  return inTransaction(
    ctx,
    async (em) => {
      const sql = `SELECT count(*)::int AS total FROM bank_transactions t WHERE ${filter}`;
      const [count] = await executeSql<{ total: number }>(em, sql, values);
      const found = await selectTransactions(
        em,
        `${filter} AND ($7::date IS NULL OR (t.date, t.id) < ($7, $8)) ORDER BY t.date DESC, t.id DESC LIMIT $9`,
        [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, ({ date, id }) => [date, id]);
      const transactions = rows.map(showTransaction);
      return { transactions, total: count?.total ?? 0, limit, hasMore: nextCursor !== null, nextCursor };
    },
    { readOnly: true },
  );
}

/**
 * Writes the owner's own note or category to a transaction, which no sync changes; null takes it back. Throws NOT_FOUND.
 */
export async function editTransaction(
  ctx: HubContext,
  input: EditBankTransactionInput,
): Promise<BankTransaction> {
  const { transactionId, note, category } = input;
  return exactlyOnce(ctx, { operation: "editBankTransaction", input }, async (em) => {
    const found = await executeSql(
      em,
      `UPDATE bank_transactions t SET note = CASE WHEN $4 THEN $5 ELSE t.note END,
         own_category = CASE WHEN $6 THEN $7 ELSE t.own_category END, updated_at = $3
       WHERE t.id = $1 AND t.owner_id = $2 AND t.status = 'active'
         AND t.connection_id IN (SELECT c.id FROM bank_connections c WHERE ${enabledFor("$8")}) RETURNING 1`,
      [
        transactionId,
        ctx.principal.ownerId,
        ctx.clock.now(),
        note !== undefined,
        note ?? null,
        category !== undefined,
        category ?? null,
        readingApps(ctx),
      ],
    );
    const [row] = found.length > 0 ? await selectTransactions(em, "t.id = $1", [transactionId]) : [];
    if (!row) throw new DomainError("NOT_FOUND", "Bank transaction not found. Check the transactionId.");
    return showTransaction(row);
  });
}

function readRange(
  { clock }: HubContext,
  { startDate, endDate }: BankTransactionsArgs,
): { startDate: string; endDate: string } {
  const end = endDate ?? clock.now().toISOString().slice(0, 10);
  const start = startDate ?? new Date(Date.parse(end) - defaultDays * dayMs).toISOString().slice(0, 10);
  if (start > end)
    throw validationError([{ path: "startDate", message: "must not be after endDate", rule: "order" }]);
  return { startDate: start, endDate: end };
}
