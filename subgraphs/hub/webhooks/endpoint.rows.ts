import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyRing } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { newWebhookSecret } from "./signature.ts";
import type { WebhookEndpoint } from "./webhooks.types.ts";

export type EndpointSource = "account" | "api_key" | "auto_reload";

/** An endpoint as it is stored, its times still text. */
export interface EndpointRow extends Omit<
  WebhookEndpoint,
  "appId" | "disabledAt" | "failingSince" | "previousSecretExpiresAt" | "createdAt" | "updatedAt"
> {
  source: EndpointSource;
  secretSealed: string;
  disabledAt: string | null;
  failingSince: string | null;
  previousSecretExpiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const columns = `id, source, source_id AS "sourceId", url, description, event_types AS "eventTypes", app_ids AS "appIds", status,
  disabled_reason AS "disabledReason", disabled_at AS "disabledAt", failing_since AS "failingSince",
  secret_sealed AS "secretSealed", previous_secret_expires_at AS "previousSecretExpiresAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Scope of endpoints: an owner's, limited to the apps of the credential (null: every app). */
export interface EndpointScope {
  ownerId: string;
  appIds: readonly string[] | null;
}

/** The endpoints in this scope, oldest first, from `$1` and `$2`. */
const inScope = "owner_id = $1 AND ($2::text[] IS NULL OR app_ids <@ $2)";

export async function listEndpointRows(
  em: EntityManager,
  scope: EndpointScope,
  page: { limit: number; offset: number },
): Promise<{ rows: EndpointRow[]; total: number }> {
  const values = [scope.ownerId, scope.appIds];
  const [count] = await executeSql<{ total: number }>(
    em,
    `SELECT count(*)::int AS total FROM webhook_endpoints WHERE ${inScope}`,
    values,
  );
  const rows = await executeSql<EndpointRow>(
    em,
    `SELECT ${columns} FROM webhook_endpoints WHERE ${inScope} ORDER BY id LIMIT $3 OFFSET $4`,
    [...values, page.limit, page.offset],
  );
  return { rows, total: count?.total ?? 0 };
}

/** The endpoint of this id in the scope, or null; locked for the transaction with `forUpdate`. */
export async function findEndpointRow(
  em: EntityManager,
  scope: EndpointScope,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<EndpointRow | null> {
  const [row] = await executeSql<EndpointRow>(
    em,
    `SELECT ${columns} FROM webhook_endpoints WHERE ${inScope} AND id = $3 ${options.forUpdate ? "FOR UPDATE" : ""}`,
    [scope.ownerId, scope.appIds, id],
  );
  return row ?? null;
}

/** The endpoints that a setting (an API key, an auto-reload) has made, locked for the transaction. */
export async function lockSourceEndpoints(
  em: EntityManager,
  owner: { ownerId: string; source: EndpointSource; sourceId: string },
): Promise<EndpointRow[]> {
  return executeSql<EndpointRow>(
    em,
    `SELECT ${columns} FROM webhook_endpoints WHERE owner_id = $1 AND source = $2 AND source_id = $3 ORDER BY id FOR UPDATE`,
    [owner.ownerId, owner.source, owner.sourceId],
  );
}

export interface NewEndpoint {
  ownerId: string;
  source: EndpointSource;
  sourceId: string | null;
  url: string;
  description: string | null;
  eventTypes: readonly string[];
  appIds: readonly string[] | null;
}

/** Adds an endpoint; its secret is stored sealed. */
export async function insertEndpointRow(
  em: EntityManager,
  endpoint: NewEndpoint,
  sealing: { keyRing: KeyRing; secret?: string; now: Date },
): Promise<EndpointRow> {
  const id = newId("whe");
  const { keyRing, secret = newWebhookSecret(), now } = sealing;
  const [row] = await executeSql<EndpointRow>(
    em,
    `INSERT INTO webhook_endpoints (id, owner_id, source, source_id, url, description, event_types, app_ids,
       secret_sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${columns}`,
    [
      id,
      endpoint.ownerId,
      endpoint.source,
      endpoint.sourceId,
      endpoint.url,
      endpoint.description,
      [...endpoint.eventTypes],
      endpoint.appIds,
      keyRing.seal(secret, secretPlace(id)),
      now,
    ],
  );
  return row!;
}

/** Updates the given fields of an endpoint. Enabling it clears its failures. */
export async function updateEndpointRow(
  em: EntityManager,
  id: string,
  changes: Partial<Pick<NewEndpoint, "url" | "description" | "eventTypes" | "appIds">> & { enabled?: true },
  now: Date,
): Promise<EndpointRow> {
  const values: unknown[] = [id, now];
  const sets = ["updated_at = $2"];
  const set = (column: string, value: unknown) => sets.push(`${column} = $${values.push(value)}`);
  if (changes.url !== undefined) set("url", changes.url);
  if (changes.description !== undefined) set("description", changes.description);
  if (changes.eventTypes !== undefined) set("event_types", [...changes.eventTypes]);
  if (changes.appIds !== undefined) set("app_ids", changes.appIds);
  if (changes.enabled) {
    sets.push(
      "status = 'enabled', disabled_reason = NULL, disabled_at = NULL, owner_told_at = NULL, failing_since = NULL, last_failed_at = NULL",
    );
  }
  const [row] = await executeSql<EndpointRow>(
    em,
    `UPDATE webhook_endpoints SET ${sets.join(", ")} WHERE id = $1 RETURNING ${columns}`,
    values,
  );
  return row!;
}

/** Stops an endpoint: what waits for it becomes dead letters, from which `recover` brings it back. */
export async function disableEndpointRow(
  em: EntityManager,
  id: string,
  reason: "owner" | "gone" | "failing",
  now: Date,
): Promise<EndpointRow | null> {
  const [row] = await executeSql<EndpointRow>(
    em,
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $2, disabled_at = $3, updated_at = $3
     WHERE id = $1 AND status = 'enabled' RETURNING ${columns}`,
    [id, reason, now],
  );
  if (!row) return null;
  await executeSql(
    em,
    `UPDATE webhook_deliveries SET status = 'exhausted', next_attempt_at = NULL, claimed_until = NULL, completed_at = $2
     WHERE endpoint_id = $1 AND status = 'pending'`,
    [id, now],
  );
  return row;
}

/** Sets a new secret of an endpoint; the old one signs as well until `overlapUntil`. */
export async function rotateSecretRow(
  em: EntityManager,
  id: string,
  change: { keyRing: KeyRing; secret: string; overlapUntil: Date; now: Date },
): Promise<EndpointRow> {
  const { keyRing, secret, overlapUntil, now } = change;
  const [row] = await executeSql<EndpointRow>(
    em,
    `UPDATE webhook_endpoints SET previous_secret_sealed = secret_sealed, previous_secret_expires_at = $3,
       secret_sealed = $2, updated_at = $4 WHERE id = $1 RETURNING ${columns}`,
    [id, keyRing.seal(secret, secretPlace(id)), overlapUntil, now],
  );
  return row!;
}

/** Associated data of an endpoint's sealed secrets. */
export function secretPlace(endpointId: string): string {
  return `webhook_endpoints.secret_sealed.${endpointId}`;
}

/** A stored endpoint as API users see it. */
export function toEndpoint(row: EndpointRow): Pick<WebhookEndpoint, keyof WebhookEndpoint> {
  const { secretSealed: _sealed, ...shown } = row;
  return {
    ...shown,
    appId: row.appIds?.length === 1 ? row.appIds[0]! : null,
    disabledAt: toDate(row.disabledAt),
    failingSince: toDate(row.failingSince),
    previousSecretExpiresAt: toDate(row.previousSecretExpiresAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}

function toDate(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
