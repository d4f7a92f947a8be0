import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { DayMovement } from "../accounts/dated-balances.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";
import { positionsOf } from "../investments/positions.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { WorthAccount } from "./net-worth.ts";

/** The caller's accounts with their movements and securities up to a day, oldest first, as far as they are wanted. */
export async function worthAccountsOf(
  em: EntityManager,
  ctx: FinanceContext,
  to: string,
  isWanted: (account: AccountRow) => boolean,
): Promise<WorthAccount[]> {
  const ownerId = ownerOf(ctx);
  const found = await findRows(em, "finance_accounts", "owner_id = $1 ORDER BY created_at, id", [ownerId]);
  const wanted = found.filter(isWanted);
  const sql = `SELECT account_id AS "accountId", date::text, sum(amount)::float8 AS amount FROM finance_transactions
    WHERE owner_id = $1 AND account_id = ANY ($2) AND date <= $3 GROUP BY account_id, date ORDER BY date`;
  const ids = wanted.map(({ id }) => id);
  const movements = await executeSql<DayMovement & { accountId: string }>(em, sql, [ownerId, ids, to]);
  const byAccount = Map.groupBy(movements, ({ accountId }) => accountId);
  const positions = Map.groupBy(await positionsOf(em, ctx, to), ({ accountId }) => accountId);
  return wanted.map((account) => ({
    ...account,
    movements: byAccount.get(account.id) ?? [],
    positions: positions.get(account.id) ?? [],
  }));
}
