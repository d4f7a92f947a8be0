import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { AccountEvent } from "../identity/users.types.ts";
import type {
  AccountRegistryArgs,
  RegisteredAccount,
  RegisteredAccountDetail,
} from "./account-administration.types.ts";

/** A type of the graph as plain data. */
type Plain<T> = { [Name in keyof T]: T[Name] };
type PlainAccount = Plain<RegisteredAccount>;
type Details = Omit<RegisteredAccountDetail, keyof RegisteredAccount | "history"> & {
  history: (Omit<AccountEvent, "at"> & { at: string })[];
};
type AccountRow = Omit<RegisteredAccount, "suspendedAt" | "createdAt"> & {
  suspendedAt: string | null;
  createdAt: string;
};
type DetailRow = AccountRow & { details: Details | string };

const statusSql = `CASE WHEN u.erased_at IS NOT NULL THEN 'erased'
    WHEN coalesce(a.suspended_at, u.suspended_at) IS NOT NULL THEN 'suspended'
    WHEN u.deleted_at IS NOT NULL THEN 'deleted' ELSE 'active' END`;

/** Accounts as of the moment in the first parameter. */
const accountColumns = `a.id, a.kind, coalesce(a.name, u.name) AS name, coalesce(a.email, u.email) AS email,
    ${statusSql} AS status, tier_at(a.id, 'central', $1) AS plan,
    CASE a.kind WHEN 'personal' THEN 1
      ELSE (SELECT count(*)::int FROM account_members m WHERE m.owner_id = a.id) END AS members,
    coalesce(a.suspended_at, u.suspended_at) AS "suspendedAt", a.created_at AS "createdAt"`;
const fromAccounts = "FROM accounts a LEFT JOIN users u ON u.id = a.id";

const matches = `($1::text IS NULL OR a.id ILIKE $1 OR a.name ILIKE $1 OR a.email ILIKE $1 OR u.name ILIKE $1 OR u.email ILIKE $1)
    AND ($2::text IS NULL OR a.kind = $2) AND ($3::text IS NULL OR ${statusSql} = $3)`;

const detailsSql = `json_build_object(
    'owners', (SELECT coalesce(json_agg(json_build_object('userId', o.id, 'name', o.name, 'email', o.email)
        ORDER BY o.added, o.id), '[]')
      FROM (SELECT p.id, p.name, p.email, a.created_at AS added FROM users p WHERE p.id = a.id
        UNION ALL SELECT p.id, p.name, p.email, m.created_at FROM account_members m JOIN users p ON p.id = m.user_id
          WHERE m.owner_id = a.id AND m.role = 'owner') o),
    'plans', (SELECT coalesce(json_agg(json_build_object('appId', e.app_id, 'plan', tier_at(a.id, e.app_id, $1))
        ORDER BY e.app_id), '[]')
      FROM entitlements e WHERE e.owner_id = a.id AND tier_at(a.id, e.app_id, $1) <> 'free'),
    'credits', (SELECT coalesce(json_agg(json_build_object('appId', c.app_id, 'pool', c.pool,
        'balance', c.balance, 'held', c.held) ORDER BY c.app_id, c.pool), '[]')
      FROM credit_accounts c WHERE c.owner_id = a.id),
    'counts', json_build_object(
      'openInvitations', (SELECT count(*) FROM account_invitations i
        WHERE i.owner_id = a.id AND i.status = 'pending' AND i.expires_at > $1),
      'apiKeys', (SELECT count(*) FROM api_keys k WHERE k.owner_id = a.id AND k.status = 'active'),
      'webhookEndpoints', (SELECT count(*) FROM webhook_endpoints w WHERE w.owner_id = a.id),
      'subscriptions', (SELECT count(*) FROM subscriptions s WHERE s.owner_id = a.id AND s.status <> 'canceled'),
      'organizations', (SELECT count(*) FROM account_members m WHERE m.user_id = a.id)),
    'history', (SELECT coalesce(json_agg(json_build_object('change', h.change, 'reason', h.reason,
        'actorId', h.actor_id, 'at', h.at) ORDER BY h.at DESC, h.id DESC), '[]')
      FROM (SELECT * FROM account_changes c WHERE c.user_id = a.id ORDER BY c.at DESC, c.id DESC LIMIT 50) h))`;

/** The accounts of one page, newest first, and how many match. In a transaction that sees every account. */
export async function selectAccounts(
  em: EntityManager,
  now: Date,
  { query, kind = null, status = null, limit, offset }: AccountRegistryArgs,
): Promise<{ accounts: RegisteredAccount[]; total: number }> {
  const pattern = query ? `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const filter = [pattern, kind, status];
  const [counted] = await executeSql<{ total: number }>(
    em,
    `SELECT count(*)::int AS total ${fromAccounts} WHERE ${matches}`,
    filter,
  );
  const rows = await executeSql<AccountRow>(
    em,
    `SELECT ${accountColumns} FROM (
       SELECT a.* ${fromAccounts} WHERE ${matches.replaceAll(/\$([123])/g, (_, place) => `$${Number(place) + 1}`)}
       ORDER BY a.created_at DESC, a.id LIMIT $5 OFFSET $6) a LEFT JOIN users u ON u.id = a.id
     ORDER BY a.created_at DESC, a.id`,
    [now, ...filter, limit, offset],
  );
  return { accounts: rows.map(toAccount), total: counted?.total ?? 0 };
}

/** One account with its details; null for an unknown one. In a transaction that sees every account. */
export async function selectAccount(
  em: EntityManager,
  now: Date,
  accountId: string,
): Promise<RegisteredAccountDetail | null> {
  const sql = `SELECT ${accountColumns}, ${detailsSql} AS details ${fromAccounts} WHERE a.id = $2`;
  const [row] = await executeSql<DetailRow>(em, sql, [now, accountId]);
  if (!row) return null;
  const { details, ...account } = row;
  // The driver hands JSON of raw statements over as text in some versions, parsed in others.
  const read = (typeof details === "string" ? JSON.parse(details) : details) as Details;
  return {
    ...toAccount(account),
    ...read,
    history: read.history.map((event) => ({ ...event, at: new Date(event.at) })),
  };
}

function toAccount({ suspendedAt, createdAt, ...row }: AccountRow): PlainAccount {
  return {
    ...row,
    suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
    createdAt: new Date(createdAt),
  };
}
