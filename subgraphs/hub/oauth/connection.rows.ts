import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** A row of `oauth_connections`. */
export interface ConnectionRow {
  id: string;
  ownerId: string;
  appId: string;
  provider: string;
  status: "connected" | "revoked" | "ended";
  errorCode: string | null;
  requestedScopes: string[];
  scopes: string[];
  accountLabel: string | null;
  /** Company at the service that the access is for, where it names one beside the code. */
  companyId: string | null;
  accountFingerprint: string | null;
  accessTokenSealed: string | null;
  refreshTokenSealed: string | null;
  accessExpiresAt: Date | null;
  renewAt: Date | null;
  tokenVersion: number;
  refreshLease: string | null;
  refreshFailures: number;
  invalidGrants: number;
  refreshRetryAt: Date | null;
  lastRefreshedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const dates = [
  "accessExpiresAt",
  "renewAt",
  "refreshRetryAt",
  "lastRefreshedAt",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof ConnectionRow)[];

const columns = `c.id, c.owner_id AS "ownerId", c.app_id AS "appId", c.provider, c.status, c.error_code AS "errorCode",
  c.requested_scopes AS "requestedScopes", c.scopes, c.account_label AS "accountLabel", c.company_id AS "companyId",
  c.account_fingerprint AS "accountFingerprint", c.access_token_sealed AS "accessTokenSealed",
  c.refresh_token_sealed AS "refreshTokenSealed", c.access_expires_at AS "accessExpiresAt",
  c.renew_at AS "renewAt", c.token_version AS "tokenVersion", c.refresh_lease AS "refreshLease", c.refresh_failures AS "refreshFailures", c.invalid_grants AS "invalidGrants",
  c.refresh_retry_at AS "refreshRetryAt", c.last_refreshed_at AS "lastRefreshedAt", c.created_at AS "createdAt",
  c.updated_at AS "updatedAt"`;

/** Matching connections that the open transaction may see. `where` refers to the table as `c`. */
export async function selectConnections(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<ConnectionRow[]> {
  const sql = `SELECT ${columns} FROM oauth_connections c WHERE ${where}`;
  const rows = await executeSql<Record<string, unknown>>(em, sql, values);
  return rows.map((row) => {
    const moments = dates.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)]);
    return { ...row, ...Object.fromEntries(moments) } as ConnectionRow;
  });
}

/** The connection, locked until the transaction ends; null when it does not exist. */
export async function lockConnection(em: EntityManager, id: string): Promise<ConnectionRow | null> {
  return (await selectConnections(em, "c.id = $1 FOR UPDATE", [id]))[0] ?? null;
}

/** Changes columns of a connection, by their names in the table. */
export async function updateConnection(
  em: EntityManager,
  id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(changes);
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(", ");
  await executeSql(em, `UPDATE oauth_connections SET ${sets} WHERE id = $1`, [id, ...Object.values(changes)]);
}

export async function deleteConnection(em: EntityManager, id: string): Promise<void> {
  await executeSql(em, "DELETE FROM oauth_connections WHERE id = $1", [id]);
}
