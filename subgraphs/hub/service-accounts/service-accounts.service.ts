import type { EntityManager } from "@mikro-orm/postgresql";
import { generateKey, hashKey, keyPreview } from "../../../src/access/key-format.ts";
import { holdsScope } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { keyIdOf } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import {
  ServiceAccountStatus,
  ServiceEnvironment,
  type CreatedServiceAccount,
  type CreateServiceAccountInput,
  type RevokedServiceAccount,
  type ServiceAccount,
  type ServiceAccountList,
} from "./service-accounts.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
const revealForMs = 10 * 60 * 1000;

/** Days that a key lives unless its maker says otherwise; null is for ever. */
const defaultDays: Record<ServiceEnvironment, number | null> = {
  [ServiceEnvironment.development]: 90,
  [ServiceEnvironment.production]: 365,
  [ServiceEnvironment.enterprise]: null,
};

type Times = "createdAt" | "expiresAt" | "lastUsedAt" | "revokedAt";
type AccountRow = Omit<ServiceAccount, Times> & Record<Times, string | null>;

const columns = `id, name, description, environment, project_id AS "projectId", scopes, key_preview AS "keyPreview", status,
  created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt",
  last_used_ip AS "lastUsedIp", revoked_at AS "revokedAt", revoked_by AS "revokedBy"`;

/** Every service account of the platform, newest first. */
export async function listServiceAccounts(ctx: HubContext): Promise<ServiceAccountList> {
  const sql = `SELECT ${columns} FROM service_accounts ORDER BY created_at DESC, id DESC`;
  const rows = await asSystem(ctx.em, (em) => executeSql<AccountRow>(em, sql));
  return { serviceAccounts: rows.map(toServiceAccount) };
}

/**
 * Creates a service account and reveals its key once. Throws VALIDATION_ERROR for a scope that the administrator's own
 * token does not have. Idempotent by the idempotency key, which shows the key again for 10 minutes.
 */
export async function createServiceAccount(
  ctx: HubContext,
  input: CreateServiceAccountInput,
): Promise<CreatedServiceAccount> {
  const revealedOnce = { fields: ["key"], keepForMs: revealForMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "createServiceAccount", input, revealedOnce }, async (em) => {
    const faults = input.scopes.flatMap((scope, index) =>
      holdsScope(ctx.principal, scope)
        ? []
        : [
            {
              path: `scopes.${index}`,
              message: "must be a scope that you have yourself",
              rule: "held",
            },
          ],
    );
    if (faults.length > 0) throw validationError(faults);
    const key = generateKey("hubsa_live");
    const row = await asSystem(em, (own) => insertAccount(ctx, own, key, input));
    return { serviceAccount: toServiceAccount(row), key };
  });
}

/** Ends a service account for good, from the very next call on; again, it answers the same. Throws SERVICE_ACCOUNT_NOT_FOUND. */
export async function revokeServiceAccount(ctx: HubContext, id: string): Promise<RevokedServiceAccount> {
  return changeAccess(ctx, id, () =>
    exactlyOnce(ctx, { operation: "revokeServiceAccount", input: { id } }, async (em) => {
      const { before, after } = await asSystem(em, (own) => markRevoked(ctx, own, id));
      ctx.noteChange?.({ before, after });
      return { id, status: ServiceAccountStatus.revoked, revokedAt: new Date(after.revokedAt!) };
    }),
  );
}

interface Revocation {
  status: string;
  revokedAt: string | null;
  revokedBy: string | null;
}

async function markRevoked(
  ctx: HubContext,
  em: EntityManager,
  id: string,
): Promise<{ before: Revocation; after: Revocation }> {
  const fields = `status, revoked_at AS "revokedAt", revoked_by AS "revokedBy"`;
  const [before] = await executeSql<Revocation>(
    em,
    `SELECT ${fields} FROM service_accounts WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!before) throw new DomainError("SERVICE_ACCOUNT_NOT_FOUND", "Service account not found. Check the ID.");
  const [after] = await executeSql<Revocation>(
    em,
    `UPDATE service_accounts SET status = 'revoked', revoked_at = COALESCE(revoked_at, $2),
       revoked_by = COALESCE(revoked_by, $3) WHERE id = $1 RETURNING ${fields}`,
    [id, ctx.clock.now(), ctx.principal.id],
  );
  return { before, after: after! };
}

async function insertAccount(
  ctx: HubContext,
  em: EntityManager,
  key: string,
  input: CreateServiceAccountInput,
): Promise<AccountRow> {
  const now = ctx.clock.now();
  const days = input.expiresInDays ?? defaultDays[input.environment];
  const [row] = await executeSql<AccountRow>(
    em,
    `INSERT INTO service_accounts (id, name, description, environment, project_id, scopes, key_hash, key_preview, status,
       created_by, created_at, expires_at, pepper_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11, $12) RETURNING ${columns}`,
    [
      newId("sa"),
      input.name,
      input.description ?? null,
      input.environment,
      input.projectId ?? null,
      [...new Set(input.scopes)],
      hashKey(ctx.ports.keyPepper, key),
      keyPreview(key),
      ctx.principal.id,
      now,
      days === null ? null : new Date(now.getTime() + days * dayMs),
      keyIdOf(ctx.ports.keyPepper),
    ],
  );
  return row!;
}

function toServiceAccount(row: AccountRow): ServiceAccount {
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    createdAt: new Date(row.createdAt!),
    expiresAt: toDate(row.expiresAt),
    lastUsedAt: toDate(row.lastUsedAt),
    revokedAt: toDate(row.revokedAt),
  };
}
