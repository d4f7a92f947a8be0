import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { AccountRow } from "../finance-tables.ts";

/** Conditions under which something names the account `$1`, by the word for it. */
const uses = {
  transactions: "SELECT FROM finance_transactions WHERE account_id = $1",
  trades: "SELECT FROM finance_trades WHERE account_id = $1",
  loan: "SELECT FROM finance_loans WHERE account_id = $1",
  reconciliations: "SELECT FROM finance_reconciliations WHERE account_id = $1",
  goals: "SELECT FROM finance_goals WHERE account_id = $1",
  bills: "SELECT FROM finance_bills WHERE account_id = $1",
  rules: `SELECT FROM finance_rules WHERE owner_id = $2
    AND conditions @> jsonb_build_array(jsonb_build_object('field', 'account', 'value', $1::text))`,
} as const;

export type AccountUse = keyof typeof uses;

/** What names an account, so that it cannot go away or change its currency. */
export async function usesOf(
  em: EntityManager,
  { id, ownerId }: Pick<AccountRow, "id" | "ownerId">,
): Promise<AccountUse[]> {
  const names = Object.keys(uses) as AccountUse[];
  const columns = names.map((name) => `EXISTS (${uses[name]}) AS ${name}`);
  const sql = `SELECT ${columns.join(", ")}`;
  const [found] = await executeSql<Record<AccountUse, boolean>>(em, sql, [id, ownerId]);
  return names.filter((name) => found![name]);
}
