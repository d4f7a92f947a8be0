import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { enabledFor, readingApps } from "../connections/connection-access.service.ts";

/** A transaction that the bank has booked; the amount in minor units, positive for money out. */
export interface BookedTransaction {
  id: string;
  date: string;
  amount: number;
  name: string;
  merchantName: string | null;
}

/** The currency of one of the principal's connected bank accounts; null when there is none of this ID. */
export async function findAccountCurrency(
  em: EntityManager,
  ctx: HubContext,
  bankAccountId: string,
): Promise<string | null> {
  const sql = `SELECT a.currency FROM bank_accounts a JOIN bank_connections c ON c.id = a.connection_id
    WHERE a.id = $1 AND a.owner_id = $2 AND ${enabledFor("$3")}`;
  const values = [bankAccountId, ctx.principal.ownerId, readingApps(ctx)];
  return (await executeSql<{ currency: string }>(em, sql, values))[0]?.currency ?? null;
}

/** Booked transactions of an account in its currency, oldest first, without pending and removed ones. */
export function bookedTransactions(
  em: EntityManager,
  {
    bankAccountId,
    currency,
    from,
    to,
    limit,
  }: { bankAccountId: string; currency: string; from: string; to: string; limit: number },
): Promise<BookedTransaction[]> {
  const sql = `SELECT t.id, t.date::text, t.amount::float8, t.name, t.merchant_name AS "merchantName" FROM bank_transactions t
    WHERE t.account_id = $1 AND t.currency = $2 AND t.status = 'active' AND NOT t.pending AND t.date BETWEEN $3 AND $4
      AND t.amount <> 0
    ORDER BY t.date, t.id LIMIT $5`;
  return executeSql(em, sql, [bankAccountId, currency, from, to, limit]);
}
