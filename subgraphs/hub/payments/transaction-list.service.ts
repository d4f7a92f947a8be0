import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import type { PaymentTransactionPage, PaymentTransactionsArgs } from "./payments.types.ts";
import { selectTransactions } from "./transaction.rows.ts";
import { showTransaction } from "./transaction-view.ts";

/** Payments of the caller's account, newest first; of one moment by id, the later one first. */
export async function listTransactions(
  ctx: HubContext,
  { page, limit, appId = null }: PaymentTransactionsArgs,
): Promise<PaymentTransactionPage> {
  if (appId !== null) await requireOwnApp(ctx, appId);
  const { appIds } = ctx.principal;
  const where =
    "owner_id = $1 AND ($2::text IS NULL OR app_id = $2) AND ($3::text[] IS NULL OR app_id = ANY($3))";
  const values = [ctx.principal.ownerId ?? "", appId, appIds === "all" ? null : appIds];
  return inTransaction(
    ctx,
    async (em) => {
      const sql = `SELECT count(*)::int AS total FROM payment_transactions WHERE ${where}`;
      const [count] = await executeSql<{ total: number }>(em, sql, values);
      const total = count?.total ?? 0;
      const rows = await selectTransactions(
        em,
        `${where} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
        [...values, limit, (page - 1) * limit],
      );
      const totalPages = Math.ceil(total / limit);
      const pagination = { page, limit, total, totalPages, hasMore: page < totalPages };
      return { transactions: rows.map(showTransaction), pagination };
    },
    { readOnly: true },
  );
}
