import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { AccountEvent, AdminUser, AdminUserPage, UsersArgs } from "./users.types.ts";

type Moments = "suspendedAt" | "deletionScheduledAt" | "createdAt" | "lastSeenAt";

interface UserRow extends Omit<AdminUser, Moments | "history"> {
  suspendedAt: string | null;
  deletionScheduledAt: string | null;
  createdAt: string;
  lastSeenAt: string;
  history: (Omit<AccountEvent, "at"> & { at: string })[];
}

/** Accounts as of the moment in the first parameter. */
const userRows = `SELECT u.id, u.email, u.email_verified AS "emailVerified", u.name, u.picture, u.locale, u.timezone,
    ARRAY(SELECT r.role FROM user_roles r WHERE r.user_id = u.id ORDER BY r.role) AS roles,
    EXISTS (SELECT 1 FROM revoked_admins a WHERE a.user_id = u.id) AS "isAdminRevoked",
    tier_at(u.id, 'central', $1) AS plan,
    CASE WHEN u.erased_at IS NOT NULL THEN 'erased' WHEN u.suspended_at IS NOT NULL THEN 'suspended'
      WHEN u.deleted_at IS NOT NULL THEN 'deleted' ELSE 'active' END AS status,
    u.suspended_at AS "suspendedAt", u.deletion_scheduled_at AS "deletionScheduledAt", u.created_at AS "createdAt",
    u.last_seen_at AS "lastSeenAt",
    COALESCE((SELECT json_agg(json_build_object('change', c.change, 'reason', c.reason, 'actorId', c.actor_id, 'at', c.at))
      FROM (SELECT * FROM account_changes c WHERE c.user_id = u.id ORDER BY c.at DESC, c.id DESC LIMIT 50) c), '[]') AS history
  FROM users u`;

const matches = (pattern: string) =>
  `(${pattern}::text IS NULL OR u.id ILIKE ${pattern} OR u.email ILIKE ${pattern} OR u.name ILIKE ${pattern})`;

/** Accounts whose id, e-mail address or name contains the query, newest first; all of them without one. */
export function listUsers(ctx: HubContext, { query, limit, offset }: UsersArgs): Promise<AdminUserPage> {
  const pattern = query ? `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  return asSystem(
    ctx.em,
    async (em) => {
      const [count] = await executeSql<{ total: number }>(
        em,
        `SELECT count(*)::int AS total FROM users u WHERE ${matches("$1")}`,
        [pattern],
      );
      const rows = await executeSql<UserRow>(
        em,
        `${userRows} WHERE ${matches("$2")} ORDER BY u.created_at DESC, u.id LIMIT $3 OFFSET $4`,
        [ctx.clock.now(), pattern, limit, offset],
      );
      return { users: rows.map(toUser), pagination: { limit, offset, total: count?.total ?? 0 } };
    },
    { readOnly: true },
  );
}

/** One account. Throws USER_NOT_FOUND. */
export function readUser(ctx: HubContext, userId: string): Promise<AdminUser> {
  return asSystem(ctx.em, (em) => findUser(em, userId, ctx.clock.now()), { readOnly: true });
}

/** The account as the open transaction, which sees everybody's rows, left it. Throws USER_NOT_FOUND. */
export async function findUser(em: EntityManager, userId: string, now: Date): Promise<AdminUser> {
  const [row] = await executeSql<UserRow>(em, `${userRows} WHERE u.id = $2`, [now, userId]);
  if (!row) throw new DomainError("USER_NOT_FOUND", "User not found. Check the ID.");
  return toUser(row);
}

function toUser(row: UserRow): AdminUser {
  // The driver hands JSON of raw statements over as text in some versions, parsed in others.
  const history = (
    typeof row.history === "string" ? JSON.parse(row.history) : row.history
  ) as UserRow["history"];
  return {
    ...row,
    suspendedAt: toDate(row.suspendedAt),
    deletionScheduledAt: toDate(row.deletionScheduledAt),
    createdAt: new Date(row.createdAt),
    lastSeenAt: new Date(row.lastSeenAt),
    history: history.map((event) => ({ ...event, at: new Date(event.at) })),
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
