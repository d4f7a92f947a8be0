import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** The last day that a finished reconciliation of an account covers; null where there is none. */
export async function reconciledUntil(em: EntityManager, accountId: string): Promise<string | null> {
  const sql = "SELECT max(statement_date)::text AS date FROM finance_reconciliations WHERE account_id = $1";
  return (await executeSql<{ date: string | null }>(em, sql, [accountId]))[0]!.date;
}

/** Refuses with BUSINESS_RULE (`reconciled_period`) a day whose balance a statement has confirmed. */
export async function refuseReconciledDay(em: EntityManager, accountId: string, date: string): Promise<void> {
  const until = await reconciledUntil(em, accountId);
  if (until !== null && date <= until)
    throw businessRule(
      "reconciled_period",
      `The account is reconciled up to ${until}. Choose a later date.`,
      { reconciledUntil: until },
    );
}

/** Refuses with INVALID_STATE transactions that a reconciliation has locked. */
export function refuseReconciled(rows: readonly { id: string; status: string }[]): void {
  const locked = rows.filter(({ status }) => status === "reconciled").map(({ id }) => id);
  if (locked.length > 0)
    throw new DomainError(
      "INVALID_STATE",
      "A reconciled transaction cannot change. Unlock it with updateTransaction and `unlock: true` first.",
      { current: "reconciled", allowed: ["pending", "cleared"], transactionIds: locked },
    );
}
