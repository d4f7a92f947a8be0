import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../db/sql.ts";

/**
 * Condition of a statement: the account of the row is open. What the platform does on schedule for an account waits while it
 * is suspended or closed: the statement that finds or claims due work has this condition.
 */
export function ofOpenAccount(column = "owner_id"): string {
  return `account_access.is_open(${column})`;
}

/** False while an account is suspended or closed, as of now. */
export async function isAccountOpen(em: EntityManager, accountId: string): Promise<boolean> {
  const [row] = await executeSql<{ open: boolean }>(em, "SELECT account_access.is_open($1) AS open", [
    accountId,
  ]);
  return row!.open;
}
