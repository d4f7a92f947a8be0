import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../db/sql.ts";

/** What a run of an approved request leaves with it. */
export interface SettledApproval {
  requestId: string;
  accountId: string;
  approver: { userId: string; version: number };
  resultSealed: string;
  objectId: string | null;
}

/**
 * Marks an approved request as executed in the open transaction of its effect. Returns false when it is not approved any
 * more, has run already, or its approver has lost the rights that were checked; the transaction must then not commit.
 */
export async function settleApproval(em: EntityManager, settled: SettledApproval): Promise<boolean> {
  const { requestId, accountId, approver, resultSealed, objectId } = settled;
  const sql = "SELECT account_access.settle_approval($1, $2, $3, $4, $5, $6) AS settled";
  const values = [requestId, accountId, approver.userId, approver.version, resultSealed, objectId];
  const [row] = await executeSql<{ settled: boolean }>(em, sql, values);
  return row?.settled === true;
}
