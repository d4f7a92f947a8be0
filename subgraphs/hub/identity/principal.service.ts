import { parseKey } from "../../../src/access/key-format.ts";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { isInNetworks } from "../../../src/http/ip-address.ts";
import { keyAccessOf } from "../api-keys/key-access.ts";
import { effectiveLimits, tierLimits } from "../api-keys/key-limits.ts";
import { findApp } from "../apps/apps.service.ts";
import { actFor } from "../accounts/acting.service.ts";
import type { HubContext } from "../hub.context.ts";
import { recordServiceUse } from "./service-use.service.ts";
import { admitSession } from "../sessions/admit-session.ts";
import { findHashed } from "./hashed-key.service.ts";
import { keyTierEndedAt, tiersAt, type StoredTiers } from "./entitlements.ts";
import type { Caller, CallerInput, TokenClaimsInput } from "./identity.types.ts";

/** "Last seen" is written at most once a minute. */
const lastSeenEveryMs = 60_000;

/**
 * Resolves a credential to its principal, as of now: a suspended account, a revoked or expired key is rejected on its
 * very next request. Throws UNAUTHORIZED (the same for unknown, revoked and expired, so keys cannot be probed).
 */
export async function resolvePrincipal(ctx: HubContext, input: CallerInput): Promise<Caller> {
  const known = rememberedUser(ctx, input);
  if (known) return known;
  const [caller, app] = await Promise.all([
    resolveCredential(ctx, input),
    input.appId ? findApp(ctx, input.appId) : null,
  ]);
  const found = { ...caller, isAppKnown: !input.appId || app !== null };
  return input.accountId ? actFor(ctx, found, input.accountId) : found;
}

/** A person who acts for their own account, in no app: without a statement, and without waiting for anything. */
function rememberedUser(ctx: HubContext, { claims, appId, accountId }: CallerInput): Caller | null {
  if (!claims || appId || accountId || claims.sub.startsWith("org_")) return null;
  const row = ctx.ports.callers.known<UserRow>(userKey(claims.sub));
  if (!row) return null;
  const now = ctx.clock.now();
  admitSession(ctx, claims, row.revoked, now);
  return isSeenLately(row, now) ? Object.assign(userCaller(row, claims, now), { isAppKnown: true }) : null;
}

/** Defaults of a valid credential's principal. */
export type Known = Omit<Caller, "isAppKnown">;
const ownAccount = { isAccountKnown: true, isAccountSuspended: false, membership: null };
const unrestricted = {
  ...ownAccount,
  isReadOnly: false,
  keyLimits: null,
  isIpAllowed: true,
  hasKeyAccess: true,
};

async function resolveCredential(ctx: HubContext, input: CallerInput): Promise<Known> {
  if (input.claims) return resolveUser(ctx, input.claims);
  if (!input.key) throw unauthorized();
  const isServiceAccount = parseKey(input.key)?.kind === "hubsa_live";
  return isServiceAccount
    ? resolveServiceAccount(ctx, input.key, input)
    : resolveKey(ctx, input.key, input.ip ?? null);
}

export interface UserRow {
  id: string;
  email: string | null;
  name: string | null;
  suspended: boolean;
  deleted: boolean;
  has_admin_role: boolean;
  admin_revoked: boolean;
  tiers: StoredTiers;
  last_seen_at: Date;
  /** IDs of revoked sessions; null for none. */
  revoked: readonly string[] | null;
}

async function resolveUser(ctx: HubContext, claims: TokenClaimsInput): Promise<Known> {
  // An organization signs in as nobody.
  if (claims.sub.startsWith("org_")) throw unauthorized();
  const now = ctx.clock.now();
  const known = await findUser(ctx, claims.sub);
  admitSession(ctx, claims, known?.revoked, now);
  if (!known || !isSeenLately(known, now)) {
    await rememberUser(ctx, claims, now);
    ctx.ports.callers.forget(claims.sub);
  }
  const row = known ?? (await findUser(ctx, claims.sub));
  if (!row) throw unauthorized();
  return userCaller(row, claims, now);
}

function isSeenLately(row: UserRow, now: Date): boolean {
  return row.deleted || now.getTime() - new Date(row.last_seen_at).getTime() <= lastSeenEveryMs;
}

/** A user by a token of these claims. */
export function userCaller(
  row: UserRow,
  claims: Pick<TokenClaimsInput, "sub" | "scope" | "apps" | "roles" | "email" | "session">,
  now: Date,
): Known {
  // Administration is no scope: a token that is limited to its scopes carries no role.
  const isAdmin =
    !claims.scope && !row.admin_revoked && (row.has_admin_role || claims.roles.includes("admin"));
  return {
    ...unrestricted,
    kind: "user",
    id: claims.sub,
    ownerId: claims.sub,
    email: claims.email ?? row.email,
    name: row.name,
    sessionId: claims.session?.id ?? null,
    isAdmin,
    ...tiersAt(row.tiers, now),
    scopes: claims.scope ?? [],
    allScopes: !claims.scope,
    appIds: claims.apps ?? [],
    allApps: !claims.apps,
    livemode: true,
    closed: row.suspended ? "suspended" : row.deleted ? "deleted" : null,
  };
}

export function findUser(ctx: HubContext, sub: string): Promise<UserRow | undefined> {
  const sql =
    "SELECT c.*, account_tiers(c.id) AS tiers, revoked_sessions(c.id) AS revoked FROM find_user_caller($1) c";
  return findRow<UserRow>(ctx, { sql, parameter: sub, key: userKey(sub) }, (row) => [row.id]);
}

/** Short, as it is read anew from the text of each request. */
function userKey(sub: string): string {
  return `user ${sub}`;
}

/** The row of one of the functions that find callers, remembered until someone it speaks of changes. */
function findRow<Row>(
  ctx: HubContext,
  { sql, parameter, key = `${sql} ${parameter}` }: { sql: string; parameter: string; key?: string },
  subjectsOf: (row: Row) => readonly string[],
): Promise<Row | undefined> {
  const read = async () =>
    (await readShared<Row>(ctx.sharedEm ?? ctx.em, { sql, parameters: [parameter] }))[0];
  return ctx.ports.callers.find(key, read, subjectsOf);
}

/**
 * Creates the user on first sight; later tokens refresh the profile snapshot, except fields the user has edited. An
 * e-mail counts only once verified. A deleted account is not changed.
 */
async function rememberUser(ctx: HubContext, claims: TokenClaimsInput, now: Date): Promise<void> {
  await asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `INSERT INTO users AS u (id, email, email_verified, name, picture, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (id) DO UPDATE SET
         email = CASE WHEN EXCLUDED.email_verified OR u.email IS NULL THEN COALESCE(EXCLUDED.email, u.email) ELSE u.email END,
         email_verified = u.email_verified OR EXCLUDED.email_verified,
         name = CASE WHEN 'name' = ANY (u.edited) THEN u.name ELSE COALESCE(EXCLUDED.name, u.name) END,
         picture = CASE WHEN 'picture' = ANY (u.edited) THEN u.picture ELSE COALESCE(EXCLUDED.picture, u.picture) END,
         last_seen_at = greatest(u.last_seen_at, EXCLUDED.last_seen_at)
       WHERE u.deleted_at IS NULL`,
      [claims.sub, claims.email, claims.emailVerified, claims.name, claims.picture, now],
    ),
  );
}

export interface KeyRow {
  id: string;
  owner_id: string;
  email: string | null;
  name: string | null;
  suspended: boolean;
  status: string;
  scopes: string[];
  app_ids: string[] | null;
  livemode: boolean;
  created_at: Date;
  expires_at: Date | null;
  /** When the key stops working that was given, if it was replaced since. */
  replaced_at: Date | null;
  allowed_ips: string[];
  requests_per_hour: number | null;
  requests_per_day: number | null;
  requests_per_month: number | null;
  access_ended_at: Date | null;
  tiers: StoredTiers;
}

async function resolveKey(ctx: HubContext, key: string, ip: string | null): Promise<Known> {
  const sql = "SELECT c.*, account_tiers(c.owner_id) AS tiers FROM find_key_caller($1) c";
  const now = ctx.clock.now();
  const row = await findHashed(ctx, { key, table: "api_keys" }, (hash) =>
    findRow<KeyRow>(ctx, { sql, parameter: hash }, ({ id, owner_id }) => [id, owner_id]),
  );
  if (!row) throw unauthorized();
  return keyCaller(row, ip, now);
}

/** An API key that is good now. Throws UNAUTHORIZED for any other. */
export function keyCaller(row: KeyRow, ip: string | null, now: Date): Known {
  if (row.status !== "active" || row.suspended) throw unauthorized();
  if (isPast(row.expires_at, now) || isPast(row.replaced_at, now)) throw unauthorized();
  const tiers = tiersAt(row.tiers, now);
  const endedAt = keyTierEndedAt(row.tiers, now) ?? row.access_ended_at;
  // For an account that never had the tier, read access lasts from the key's creation.
  const access = keyAccessOf(tiers, new Date(endedAt ?? row.created_at), now);
  return {
    ...ownAccount,
    ...tiers,
    kind: "apiKey",
    id: row.id,
    ownerId: row.owner_id,
    email: row.email,
    name: row.name,
    isAdmin: false,
    scopes: row.scopes,
    allScopes: false,
    appIds: row.app_ids ?? [],
    allApps: row.app_ids === null,
    livemode: row.livemode,
    isReadOnly: access !== "full",
    hasKeyAccess: access !== "none",
    isIpAllowed: row.allowed_ips.length === 0 || isInNetworks(ip, row.allowed_ips),
    keyLimits: effectiveLimits(tierLimits(tiers), {
      requestsPerHour: row.requests_per_hour,
      requestsPerDay: row.requests_per_day,
      requestsPerMonth: row.requests_per_month,
    }),
  };
}

export interface ServiceRow {
  id: string;
  name: string;
  status: string;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

/** A service account acts for itself, or with `impersonate:users` for a user whom the call names. */
async function resolveServiceAccount(
  ctx: HubContext,
  key: string,
  { onBehalfOf, ip }: CallerInput,
): Promise<Known> {
  const sql = "SELECT * FROM find_service_caller($1)";
  const row = await findHashed(ctx, { key, table: "service_accounts" }, (hash) =>
    findRow<ServiceRow>(ctx, { sql, parameter: hash }, ({ id }) => [id]),
  );
  if (!row || row.status !== "active" || isPast(row.expires_at, ctx.clock.now())) throw unauthorized();
  if (onBehalfOf && !row.scopes.includes("impersonate:users")) {
    throw new DomainError(
      "FORBIDDEN",
      "This service account lacks the scope impersonate:users. Use one with this scope.",
      {
        reason: "scope_missing",
        requiredScope: "impersonate:users",
      },
    );
  }
  await recordServiceUse(ctx, row, ip ?? null);
  const user = onBehalfOf ? await findUser(ctx, onBehalfOf) : undefined;
  if (onBehalfOf && (!user || user.suspended || user.deleted)) throw unauthorized();
  return serviceCaller(row, user, ctx.clock.now());
}

/** A service account, for itself or for a user. */
export function serviceCaller(row: ServiceRow, user: UserRow | undefined, now: Date): Known {
  return {
    ...unrestricted,
    kind: "serviceAccount",
    id: row.id,
    ownerId: user?.id ?? row.id,
    email: user?.email ?? null,
    name: row.name,
    isAdmin: false,
    ...(user ? tiersAt(user.tiers, now) : { plan: "enterprise", invoicerTier: "free" }),
    tiers: {},
    scopes: row.scopes,
    allScopes: false,
    appIds: [],
    allApps: true,
    livemode: true,
  };
}

/** At its expiry exactly, a key is dead. */
export function isPast(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt).getTime() <= now.getTime();
}

export function unauthorized(): DomainError {
  return new DomainError("UNAUTHORIZED", "The credential is not valid. Sign in again or use another key.");
}
