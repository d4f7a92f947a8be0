import { hashKey, parseKey } from "../../../src/access/key-format.ts";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { findApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import type { Caller, CallerInput, TokenClaimsInput } from "./identity.types.ts";

/** "Last seen" is written at most once a minute. */
const lastSeenEveryMs = 60_000;

/**
 * Who a credential stands for, as of now: a suspended account, a revoked or expired key is refused on its very next
 * call. Throws UNAUTHORIZED (the same for unknown, revoked and expired, so keys cannot be probed) or UNKNOWN_APP.
 */
export async function resolveCaller(ctx: HubContext, input: CallerInput): Promise<Caller> {
  const [caller, app] = await Promise.all([
    resolveCredential(ctx, input),
    input.appId ? findApp(ctx, input.appId) : null,
  ]);
  // After the credential: who has none that is good learns nothing about apps.
  if (input.appId && !app) throw new DomainError("UNKNOWN_APP", "There is no such app.");
  return caller;
}

async function resolveCredential(ctx: HubContext, input: CallerInput): Promise<Caller> {
  if (input.claims) return resolveUser(ctx, input.claims);
  if (!input.key) throw unauthorized();
  const isServiceAccount = parseKey(input.key)?.kind === "hubsa_live";
  return isServiceAccount
    ? resolveServiceAccount(ctx, input.key, input.onBehalfOf)
    : resolveKey(ctx, input.key);
}

interface UserRow {
  id: string;
  email: string | null;
  name: string | null;
  suspended: boolean;
  deleted: boolean;
  has_admin_role: boolean;
  admin_revoked: boolean;
  plan: string | null;
  invoicer_tier: string | null;
  last_seen_at: Date;
}

async function resolveUser(ctx: HubContext, claims: TokenClaimsInput): Promise<Caller> {
  const now = ctx.clock.now();
  const known = await findUser(ctx, claims.sub);
  const isStale = !known || now.getTime() - new Date(known.last_seen_at).getTime() > lastSeenEveryMs;
  if (isStale) {
    await rememberUser(ctx, claims, now);
    ctx.ports.callers.forget(claims.sub);
  }
  const row = known ?? (await findUser(ctx, claims.sub));
  if (!row || row.suspended || row.deleted) throw unauthorized();
  const isAdmin = !row.admin_revoked && (row.has_admin_role || claims.roles.includes("admin"));
  return {
    kind: "user",
    id: claims.sub,
    ownerId: claims.sub,
    email: claims.email ?? row.email,
    name: claims.name ?? row.name,
    isAdmin,
    plan: row.plan ?? "free",
    invoicerTier: row.invoicer_tier ?? "free",
    scopes: claims.scope ?? [],
    allScopes: !claims.scope,
    appIds: claims.apps ?? [],
    allApps: !claims.apps,
    livemode: true,
  };
}

function findUser(ctx: HubContext, sub: string): Promise<UserRow | undefined> {
  const sql = "SELECT * FROM find_user_caller($1)";
  return findRow<UserRow>(ctx, sql, sub, (row) => [row.id]);
}

/** The row of one of the functions that find callers, remembered until someone it speaks of changes. */
function findRow<Row>(
  ctx: HubContext,
  sql: string,
  parameter: string,
  subjectsOf: (row: Row) => readonly string[],
): Promise<Row | undefined> {
  const read = async () => (await readShared<Row>(ctx.em, { sql, parameters: [parameter] }))[0];
  return ctx.ports.callers.find(`${sql} ${parameter}`, read, subjectsOf);
}

/** First sight creates the person; later ones refresh the profile snapshot. An e-mail counts only once verified. */
async function rememberUser(ctx: HubContext, claims: TokenClaimsInput, now: Date): Promise<void> {
  await asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `INSERT INTO users AS u (id, email, email_verified, name, picture, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (id) DO UPDATE SET
         email = CASE WHEN EXCLUDED.email_verified OR u.email IS NULL THEN COALESCE(EXCLUDED.email, u.email) ELSE u.email END,
         email_verified = u.email_verified OR EXCLUDED.email_verified,
         name = COALESCE(u.name, EXCLUDED.name),
         picture = COALESCE(u.picture, EXCLUDED.picture),
         last_seen_at = greatest(u.last_seen_at, EXCLUDED.last_seen_at)`,
      [claims.sub, claims.email, claims.emailVerified, claims.name, claims.picture, now],
    ),
  );
}

interface KeyRow {
  id: string;
  owner_id: string;
  email: string | null;
  name: string | null;
  suspended: boolean;
  status: string;
  scopes: string[];
  app_ids: string[] | null;
  livemode: boolean;
  expires_at: Date | null;
  plan: string | null;
  invoicer_tier: string | null;
}

async function resolveKey(ctx: HubContext, key: string): Promise<Caller> {
  const sql = "SELECT * FROM find_key_caller($1)";
  const hash = hashKey(ctx.ports.keyPepper, key);
  const row = await findRow<KeyRow>(ctx, sql, hash, ({ id, owner_id }) => [id, owner_id]);
  if (!row || row.status !== "active" || row.suspended || isPast(row.expires_at, ctx.clock.now()))
    throw unauthorized();
  return {
    kind: "apiKey",
    id: row.id,
    ownerId: row.owner_id,
    email: row.email,
    name: row.name,
    isAdmin: false,
    plan: row.plan ?? "free",
    invoicerTier: row.invoicer_tier ?? "free",
    scopes: row.scopes,
    allScopes: false,
    appIds: row.app_ids ?? [],
    allApps: row.app_ids === null,
    livemode: row.livemode,
  };
}

interface ServiceRow {
  id: string;
  name: string;
  status: string;
  scopes: string[];
  expires_at: Date | null;
}

/** A service account acts for itself, or with `impersonate:users` for a user whom the call names. */
async function resolveServiceAccount(
  ctx: HubContext,
  key: string,
  onBehalfOf: string | undefined,
): Promise<Caller> {
  const sql = "SELECT * FROM find_service_caller($1)";
  const hash = hashKey(ctx.ports.keyPepper, key);
  const row = await findRow<ServiceRow>(ctx, sql, hash, ({ id }) => [id]);
  if (!row || row.status !== "active" || isPast(row.expires_at, ctx.clock.now())) throw unauthorized();
  if (onBehalfOf && !row.scopes.includes("impersonate:users")) {
    throw new DomainError("FORBIDDEN", "This service account lacks the scope impersonate:users.", {
      reason: "scope_missing",
      requiredScope: "impersonate:users",
    });
  }
  const user = onBehalfOf ? await findUser(ctx, onBehalfOf) : undefined;
  if (onBehalfOf && (!user || user.suspended || user.deleted)) throw unauthorized();
  return {
    kind: "serviceAccount",
    id: row.id,
    ownerId: user?.id ?? row.id,
    email: user?.email ?? null,
    name: row.name,
    isAdmin: false,
    plan: user?.plan ?? "enterprise",
    invoicerTier: user?.invoicer_tier ?? "free",
    scopes: row.scopes,
    allScopes: false,
    appIds: [],
    allApps: true,
    livemode: true,
  };
}

/** At its expiry exactly, a key is dead. */
function isPast(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt).getTime() <= now.getTime();
}

function unauthorized(): DomainError {
  return new DomainError("UNAUTHORIZED", "The credential is not valid.");
}
