import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../errors.ts";
import { executeSql } from "./sql.ts";

/** The membership by which a principal acts for an organization. */
export interface ActingMembership {
  readonly accountId: string;
  readonly userId: string;
  /** The stored version whose rights admitted the request. */
  readonly version: number;
}

/**
 * Lets the open transaction commit only while the member has the rights that admitted the request. The membership stays as
 * it is until the transaction ends: removing the member waits for it, and a write that comes after a removal or a change
 * of role is rolled back. Throws ACCOUNT_NOT_FOUND. Principals of their own account cost nothing.
 */
export async function keepMembership(
  em: EntityManager,
  membership: ActingMembership | null | undefined,
): Promise<void> {
  if (!membership) return;
  const { accountId, userId, version } = membership;
  const sql = "SELECT account_access.keep_membership($1, $2, $3) AS kept";
  const [row] = await executeSql<{ kept: boolean }>(em, sql, [accountId, userId, version]);
  if (!row?.kept) throw new DomainError("ACCOUNT_NOT_FOUND", "Account not found. Check the account ID.");
}
