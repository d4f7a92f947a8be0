import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { holdsScope } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type {
  KeepOneTimeSecretInput,
  KeptOneTimeSecret,
  OneTimeSecret,
  RevealOneTimeSecretInput,
} from "./one-time-secrets.types.ts";

const hourMs = 60 * 60 * 1000;
/** How long a retry of the same call is shown the same secret. */
const revealForMs = 10 * 60 * 1000;

interface SecretRow {
  label: string;
  scope: string;
  secretSealed: string;
  createdAt: string;
}

/** Keeps a secret for an hour, sealed, until its person sees it. The same secret has the same page. */
export async function keepSecret(ctx: HubContext, input: KeepOneTimeSecretInput): Promise<KeptOneTimeSecret> {
  const { ownerId, personId, scope, label, secret } = input;
  const hash = createHash("sha256").update(secret).digest("hex");
  const id = newId("ots");
  const now = ctx.clock.now();
  const sealed = ctx.ports.keyRing.seal(secret, oneTimeSecretPlace(id));
  const expiresAt = new Date(now.getTime() + hourMs);
  return asSystem(ctx.em, async (em) => {
    const sql = `INSERT INTO one_time_secrets (id, owner_id, person_id, required_scope, label, secret_sealed, secret_hash,
        created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (owner_id, secret_hash) DO NOTHING RETURNING 1`;
    const values = [id, ownerId, personId, scope, label, sealed, hash, now, expiresAt];
    if ((await executeSql(em, sql, values)).length > 0) return { id, expiresAt };
    const kept =
      'SELECT id, expires_at AS "expiresAt" FROM one_time_secrets WHERE owner_id = $1 AND secret_hash = $2';
    const [row] = await executeSql<{ id: string; expiresAt: string }>(em, kept, [ownerId, hash]);
    if (!row) throw new Error("A kept secret expired meanwhile");
    return { id: row.id, expiresAt: new Date(row.expiresAt) };
  });
}

/**
 * Shows a secret to its person and forgets it. Throws NOT_FOUND for one that was shown or has expired, and for another person's
 * or account's, and for a member who no longer has the scope that created it. Idempotent by the idempotency key, which shows
 * the secret again for 10 minutes.
 */
export function revealSecret(ctx: HubContext, input: RevealOneTimeSecretInput): Promise<OneTimeSecret> {
  const { principal, ports } = ctx;
  const { secretId: id } = input;
  const revealedOnce = { fields: ["secret"], keepForMs: revealForMs, keyRing: ports.keyRing };
  return exactlyOnce(ctx, { operation: "revealOneTimeSecret", input, revealedOnce }, async (em) => {
    const row = await takeSecret(em, [
      id,
      principal.ownerId,
      principal.membership?.userId ?? principal.id,
      ctx.clock.now(),
    ]);
    if (!row || !holdsScope(principal, row.scope)) throw secretNotFound();
    const secret = ports.keyRing.open(row.secretSealed, oneTimeSecretPlace(id));
    return { id, label: row.label, secret, createdAt: new Date(row.createdAt) };
  });
}

async function takeSecret(em: EntityManager, values: readonly unknown[]): Promise<SecretRow | undefined> {
  const sql = `WITH found AS (
      SELECT id, label, required_scope AS scope, secret_sealed AS "secretSealed", created_at AS "createdAt"
      FROM one_time_secrets WHERE id = $1 AND owner_id = $2 AND (person_id IS NULL OR person_id = $3)
        AND expires_at > $4 AND secret_sealed IS NOT NULL FOR UPDATE
    )
    UPDATE one_time_secrets s SET secret_sealed = NULL FROM found WHERE s.id = found.id
    RETURNING found.label, found.scope, found."secretSealed", found."createdAt"`;
  const [row] = await executeSql<SecretRow>(em, sql, [...values]);
  return row;
}

/** Deletes the secrets that nobody may see any more; returns how many. */
export function purgeOneTimeSecrets(ctx: HubContext): Promise<number> {
  const sql = "DELETE FROM one_time_secrets WHERE expires_at <= $1 RETURNING 1";
  return asSystem(ctx.em, async (em) => (await executeSql(em, sql, [ctx.clock.now()])).length);
}

/** Where a sealed secret belongs, so that it opens nowhere else. */
export function oneTimeSecretPlace(id: string): string {
  return `one-time-secret:${id}`;
}

function secretNotFound(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "Secret not found: already shown, expired, or for another person. Ask the agent to rotate the key.",
  );
}
