import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** Recurring invoices of all open accounts that are due or continue after a pause, oldest first. Those of suspended and closed accounts wait. */
export function selectDueRecurring(
  em: EntityManager,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return executeSql(
    em,
    `SELECT id, owner_id AS "ownerId" FROM recurring_invoices
     WHERE (status = 'active' AND next_at <= $1 OR resume_at <= $1) AND ${ofOpenAccount()}
     ORDER BY coalesce(resume_at, next_at) LIMIT $2`,
    [now, limit],
  );
}
