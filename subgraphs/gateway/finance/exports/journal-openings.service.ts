import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { AccountRow } from "../finance-tables.ts";
import type { EntryFilter } from "../transactions/transaction-filter.service.ts";
import type { JournalOpenings } from "./journal.ts";

/** Filters that select whole accounts over a period, whose balances a journal can have. */
const periodFields = new Set<string>(["accountId", "from", "to"]);

/** Balances that a journal begins with; null where a filter leaves out transactions of its period. */
export async function journalOpenings(
  em: EntityManager,
  accounts: readonly AccountRow[],
  filter: EntryFilter,
): Promise<JournalOpenings | null> {
  const { accountId, from = null, to = null } = filter;
  const isSelection = Object.entries(filter).some(
    ([field, value]) => !periodFields.has(field) && value !== null && value !== undefined,
  );
  if (isSelection) return null;
  const accountIds = accounts.filter(({ id }) => !accountId || id === accountId).map(({ id }) => id);
  const sql = `SELECT account_id, sum(amount)::float8 AS sum FROM finance_transactions
    WHERE account_id = ANY ($1) AND date < $2::date GROUP BY account_id`;
  const sums =
    from === null ? [] : await executeSql<{ account_id: string; sum: number }>(em, sql, [accountIds, from]);
  return {
    accountIds: new Set(accountIds),
    from,
    to,
    carried: new Map(sums.map(({ account_id: id, sum }) => [id, sum])),
  };
}
