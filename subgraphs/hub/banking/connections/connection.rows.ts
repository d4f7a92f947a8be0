import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { decodedRow, type Decoded } from "../transactions/row-dates.ts";
import type { BankConnectionApp } from "../banking.types.ts";

export type ConnectionStatus = "active" | "needs_reauth" | "error" | "disconnected";

/** A row of `bank_connections` with its apps. */
export interface ConnectionRow {
  id: string;
  ownerId: string;
  institutionId: string;
  institutionName: string;
  institutionLogoUrl: string | null;
  status: ConnectionStatus;
  errorCode: string | null;
  products: string[];
  consentExpiresAt: Date | null;
  itemId: string | null;
  accessTokenSealed: string | null;
  syncCursor: string | null;
  lastSyncedAt: Date | null;
  nextSyncAllowedAt: Date;
  syncClaim: string | null;
  createdAt: Date;
  updatedAt: Date;
  accountCount: number;
  apps: BankConnectionApp[];
}

const dates = ["consentExpiresAt", "lastSyncedAt", "nextSyncAllowedAt", "createdAt", "updatedAt"] as const;

const columns = `c.id, c.owner_id AS "ownerId", c.institution_id AS "institutionId",
  c.institution_name AS "institutionName", c.institution_logo_url AS "institutionLogoUrl", c.status,
  c.error_code AS "errorCode", c.products, c.consent_expires_at AS "consentExpiresAt", c.item_id AS "itemId",
  c.access_token_sealed AS "accessTokenSealed", c.sync_cursor AS "syncCursor", c.last_synced_at AS "lastSyncedAt",
  c.next_sync_allowed_at AS "nextSyncAllowedAt", c.sync_claim AS "syncClaim", c.created_at AS "createdAt",
  c.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM bank_accounts a WHERE a.connection_id = c.id AND a.is_active) AS "accountCount",
  (SELECT COALESCE(jsonb_agg(jsonb_build_object('appId', app_id, 'enabled', enabled) ORDER BY added_at, app_id), '[]')
   FROM bank_connection_apps p WHERE p.connection_id = c.id) AS apps`;

/** Matching connections that the open transaction may see. `where` refers to the table as `c`. */
export async function selectConnections(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<ConnectionRow[]> {
  const sql = `SELECT ${columns} FROM bank_connections c WHERE ${where}`;
  const rows = await executeSql<Decoded<ConnectionRow, (typeof dates)[number]>>(em, sql, values);
  return rows.map((row) => decodedRow<ConnectionRow, (typeof dates)[number]>(row, dates));
}

/** The connection, locked until the transaction ends; null when it does not exist. */
export async function lockConnection(em: EntityManager, id: string): Promise<ConnectionRow | null> {
  // Lock first, then read: the read must see the changes that the lock waited for.
  await executeSql(em, "SELECT 1 FROM bank_connections WHERE id = $1 FOR UPDATE", [id]);
  return (await selectConnections(em, "c.id = $1", [id]))[0] ?? null;
}

/** Changes columns of a connection, by their names in the table. */
export async function updateConnection(
  em: EntityManager,
  id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(changes);
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(", ");
  await executeSql(em, `UPDATE bank_connections SET ${sets} WHERE id = $1`, [id, ...Object.values(changes)]);
}

/** A new connection as it is stored. */
export interface NewConnectionRow {
  id: string;
  ownerId: string;
  institutionId: string;
  institutionName: string;
  institutionLogoUrl: string | null;
  products: string[];
  consentExpiresAt: Date | null;
  itemId: string;
  accessTokenSealed: string;
  now: Date;
}

export async function insertConnection(em: EntityManager, row: NewConnectionRow): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO bank_connections (id, owner_id, institution_id, institution_name, institution_logo_url, status, products,
       consent_expires_at, item_id, access_token_sealed, next_sync_allowed_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $10, $10)`,
    [
      row.id,
      row.ownerId,
      row.institutionId,
      row.institutionName,
      row.institutionLogoUrl,
      row.products,
      row.consentExpiresAt,
      row.itemId,
      row.accessTokenSealed,
      row.now,
    ],
  );
}

/** Enables or disables a connection for an app. */
export async function setApp(
  em: EntityManager,
  {
    connectionId,
    ownerId,
    appId,
    enabled,
    now,
  }: {
    connectionId: string;
    ownerId: string;
    appId: string;
    enabled: boolean;
    now: Date;
  },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO bank_connection_apps (connection_id, app_id, owner_id, enabled, added_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (connection_id, app_id) DO UPDATE SET enabled = EXCLUDED.enabled`,
    [connectionId, appId, ownerId, enabled, now],
  );
}

/** Associated data of a sealed access token: it can be opened for its own row only. */
export function tokenPlace(connectionId: string): string {
  return `bank_connections.access_token.${connectionId}`;
}
