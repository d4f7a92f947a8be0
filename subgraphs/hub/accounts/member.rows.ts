import type { EntityManager } from "@mikro-orm/postgresql";
import type { AccountRole, AppRights } from "../../../src/access/roles.ts";
import { executeSql } from "../../../src/db/sql.ts";
import {
  lastOwner,
  lastOwnerOf,
  maxMembers,
  memberNotFound,
  notAnOrganization,
  tooMany,
} from "./accounts.errors.ts";

export interface MemberRow {
  ownerId: string;
  userId: string;
  role: AccountRole;
  appRights: AppRights;
  createdAt: string;
}

export interface NewMember {
  ownerId: string;
  userId: string;
  role: AccountRole;
  appRights: AppRights;
  addedBy: string;
  now: Date;
}

const columns = `owner_id AS "ownerId", user_id AS "userId", role, app_rights AS "appRights", created_at AS "createdAt"`;

/** Serializes changes of the members of an organization. Throws INVALID_STATE for a personal account. */
export async function lockOrganization(em: EntityManager, accountId: string): Promise<void> {
  const sql = "SELECT 1 FROM accounts WHERE id = $1 AND kind = 'organization' FOR NO KEY UPDATE";
  if ((await executeSql(em, sql, [accountId])).length === 0) throw notAnOrganization();
}

/** The member, locked. Throws MEMBER_NOT_FOUND. */
export async function requireMember(
  em: EntityManager,
  accountId: string,
  userId: string,
): Promise<MemberRow> {
  const sql = `SELECT ${columns} FROM account_members WHERE owner_id = $1 AND user_id = $2 FOR UPDATE`;
  const [row] = await executeSql<MemberRow>(em, sql, [accountId, userId]);
  if (!row) throw memberNotFound();
  return row;
}

/** Adds a member; an existing one stays as they are. Returns false then. */
export async function addMember(em: EntityManager, member: NewMember): Promise<boolean> {
  const { ownerId, userId, role, appRights, addedBy, now } = member;
  const rows = await executeSql(
    em,
    `INSERT INTO account_members (owner_id, user_id, role, app_rights, added_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (owner_id, user_id) DO NOTHING RETURNING 1`,
    [ownerId, userId, role, JSON.stringify(appRights), addedBy, now],
  );
  return rows.length === 1;
}

/** Gives a member this role and these levels. */
export async function changeMember(
  em: EntityManager,
  { ownerId, userId, role, appRights }: Pick<MemberRow, "ownerId" | "userId" | "role" | "appRights">,
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE account_members SET role = $3, app_rights = $4, updated_at = $5 WHERE owner_id = $1 AND user_id = $2`,
    [ownerId, userId, role, JSON.stringify(appRights), now],
  );
}

export async function deleteMember(em: EntityManager, accountId: string, userId: string): Promise<void> {
  await executeSql(em, "DELETE FROM account_members WHERE owner_id = $1 AND user_id = $2", [
    accountId,
    userId,
  ]);
}

/** Throws INVALID_STATE when the organization has as many members as it may. It must be locked. */
export async function refuseFullOrganization(em: EntityManager, accountId: string): Promise<void> {
  const sql = "SELECT count(*)::int AS members FROM account_members WHERE owner_id = $1";
  const [row] = await executeSql<{ members: number }>(em, sql, [accountId]);
  if ((row?.members ?? 0) >= maxMembers) throw tooMany("members", maxMembers);
}

/** Throws INVALID_STATE when no other owner is left. The organization must be locked. */
export async function refuseWithoutOwner(
  em: EntityManager,
  accountId: string,
  leavingUserId: string,
): Promise<void> {
  const sql =
    "SELECT 1 FROM account_members WHERE owner_id = $1 AND role = 'owner' AND user_id <> $2 LIMIT 1";
  if ((await executeSql(em, sql, [accountId, leavingUserId])).length === 0) throw lastOwner();
}

/**
 * Throws INVALID_STATE, with the organizations, for the last owner of some, who may not close the personal account.
 * Organizations that are being closed need none.
 */
export async function refuseLastOwner(em: EntityManager, userId: string): Promise<void> {
  const sql = `SELECT a.id, a.name FROM account_members m JOIN accounts a ON a.id = m.owner_id WHERE m.user_id = $1 AND m.role = 'owner' AND a.closed_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM account_members o JOIN users u ON u.id = o.user_id
      WHERE o.owner_id = m.owner_id AND o.role = 'owner' AND o.user_id <> $1 AND u.deleted_at IS NULL)
    ORDER BY a.name, a.id LIMIT 100`;
  const organizations = await executeSql<{ id: string; name: string }>(em, sql, [userId]);
  if (organizations.length > 0) throw lastOwnerOf(organizations);
}
