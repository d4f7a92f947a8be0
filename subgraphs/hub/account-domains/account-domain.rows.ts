import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { AccountDomain, AutoJoinRole } from "./account-domain.types.ts";
import { recordOf } from "./domain-name.ts";

export interface DomainRow {
  id: string;
  ownerId: string;
  domain: string;
  challenge: string;
  verifiedAt: string | null;
  checkedAt: string | null;
  missingSince: string | null;
  autoJoinRole: AutoJoinRole | null;
  createdAt: string;
}

const columns = `id, owner_id AS "ownerId", domain, challenge, verified_at AS "verifiedAt", checked_at AS "checkedAt",
  missing_since AS "missingSince", auto_join_role AS "autoJoinRole", created_at AS "createdAt"`;

/** Domains that match; `rest` may order and lock them. */
export function selectDomains(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<DomainRow[]> {
  return executeSql<DomainRow>(em, `SELECT ${columns} FROM account_domains WHERE ${where}`, values);
}

export async function insertDomain(
  em: EntityManager,
  row: Pick<DomainRow, "id" | "ownerId" | "domain" | "challenge"> & { addedBy: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO account_domains (id, owner_id, domain, challenge, added_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [row.id, row.ownerId, row.domain, row.challenge, row.addedBy, row.now],
  );
}

export async function deleteDomain(em: EntityManager, id: string): Promise<void> {
  await executeSql(em, "DELETE FROM account_domains WHERE id = $1", [id]);
}

export async function setAutoJoin(
  em: EntityManager,
  { id, role, now }: { id: string; role: AutoJoinRole | null; now: Date },
): Promise<void> {
  const sql = "UPDATE account_domains SET auto_join_role = $2, updated_at = $3 WHERE id = $1";
  await executeSql(em, sql, [id, role, now]);
}

/** Marks the record as found: the domain is verified, from now on unless it was verified before. */
export async function noteFound(
  em: EntityManager,
  { id, now, nextCheck }: { id: string; now: Date; nextCheck: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE account_domains SET verified_at = coalesce(verified_at, $2), checked_at = $2, check_at = $3,
       missing_since = NULL, updated_at = $2 WHERE id = $1`,
    [id, now, nextCheck],
  );
}

/** Marks the record of a verified domain as missing, from now on unless it was missing before. */
export async function noteMissing(
  em: EntityManager,
  { id, now, nextCheck }: { id: string; now: Date; nextCheck: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE account_domains SET checked_at = $2, check_at = $3, missing_since = coalesce(missing_since, $2),
       updated_at = $2 WHERE id = $1`,
    [id, now, nextCheck],
  );
}

/** Moves the next check of a verified domain. */
export async function postponeCheck(em: EntityManager, id: string, nextCheck: Date): Promise<void> {
  const sql = "UPDATE account_domains SET check_at = $2 WHERE id = $1 AND verified_at IS NOT NULL";
  await executeSql(em, sql, [id, nextCheck]);
}

/** Ends the verification, and joining with it. */
export async function endVerification(em: EntityManager, id: string, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE account_domains SET verified_at = NULL, check_at = NULL, missing_since = NULL, auto_join_role = NULL,
       checked_at = $2, updated_at = $2 WHERE id = $1`,
    [id, now],
  );
}

export function presentDomain(row: DomainRow): AccountDomain {
  const { id, domain, challenge, autoJoinRole, verifiedAt, checkedAt, missingSince, createdAt } = row;
  const { name: recordName, value: recordValue } = recordOf(domain, challenge);
  return {
    id,
    domain,
    status: verifiedAt === null ? "pending" : "verified",
    recordName,
    recordValue,
    autoJoinRole,
    verifiedAt: timeOf(verifiedAt),
    checkedAt: timeOf(checkedAt),
    missingSince: timeOf(missingSince),
    createdAt: new Date(createdAt),
  };
}

function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
