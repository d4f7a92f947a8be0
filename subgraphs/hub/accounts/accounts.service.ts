import type { EntityManager } from "@mikro-orm/postgresql";
import { personOf } from "../../../src/access/principal.ts";
import {
  accountNotFound,
  accountRights,
  isUnrestricted,
  rightsOf,
  type AccountRole,
  type AppRights,
} from "../../../src/access/roles.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type {
  Account,
  AccountKind,
  AccountList,
  AppRight,
  CreateOrganizationInput,
  UpdateOrganizationInput,
} from "./account.types.ts";
import { maxOwned, tooMany } from "./accounts.errors.ts";
import { addMember, lockOrganization } from "./member.rows.ts";

interface AccountRow {
  id: string;
  kind: AccountKind;
  name: string | null;
  /** Null where the caller is no member, as a key is. */
  role: AccountRole | null;
  appRights: AppRights | null;
  createdAt: string;
}

const personalName = "Personal account";

/** `$1` is the person: the own account, and those of which they are a member. */
const accountsSql = `SELECT a.id, a.kind, coalesce(a.name, u.name, u.email) AS name,
    CASE WHEN a.id = $1 THEN 'owner' ELSE m.role END AS role, m.app_rights AS "appRights", a.created_at AS "createdAt"
  FROM accounts a LEFT JOIN users u ON u.id = a.id
  LEFT JOIN account_members m ON m.owner_id = a.id AND m.user_id = $1`;

/** The accounts that the person behind the call can act for. */
export async function listAccounts(ctx: HubContext): Promise<AccountList> {
  const accounts = await findAccountsOf(ctx);
  const sql = `SELECT owner_id AS "accountId" FROM account_choices WHERE user_id = $1`;
  const parameters = [personOf(ctx.principal)];
  const [choice] = await readAsSystem<{ accountId: string }>(ctx.em, { sql, parameters });
  return { accounts, total: accounts.length, lastChosenId: choice?.accountId ?? null };
}

/** The person's own account first, then organizations by name. A key knows of its own account alone. */
export async function findAccountsOf(ctx: HubContext): Promise<Account[]> {
  if (ctx.principal.kind === "apiKey") return [await readAccount(ctx)];
  const sql = `${accountsSql} WHERE a.id = $1 OR a.id IN (SELECT owner_id FROM account_members WHERE user_id = $1)
    ORDER BY a.kind DESC, lower(a.name), a.id`;
  const parameters = [personOf(ctx.principal)];
  return (await readAsSystem<AccountRow>(ctx.em, { sql, parameters })).map(presentAccount);
}

/** The account that the call acts for. Throws ACCOUNT_NOT_FOUND for a credential without one. */
export async function readAccount(ctx: HubContext): Promise<Account> {
  const account = await findActingAccount(ctx);
  if (!account) throw accountNotFound();
  return account;
}

/** For each id the account, where it is the one that the call acts for or another one of the person. */
export async function findAccounts(ctx: HubContext, ids: readonly string[]): Promise<(Account | null)[]> {
  const acting = ids.includes(ctx.principal.ownerId ?? "") ? await findActingAccount(ctx) : null;
  const isOther = ctx.principal.ownerId !== null && ids.some((id) => id !== acting?.id);
  const others = isOther ? await findAccountsOf(ctx) : [];
  return ids.map((id) => (id === acting?.id ? acting : (others.find((one) => one.id === id) ?? null)));
}

async function findActingAccount({ em, principal }: HubContext): Promise<Account | null> {
  const isKey = principal.kind === "apiKey";
  const parameters = [isKey ? "" : personOf(principal), principal.ownerId];
  const [row] = await readAsSystem<AccountRow>(em, { sql: `${accountsSql} WHERE a.id = $2`, parameters });
  return row ? presentAccount(row) : null;
}

/** Creates an organization with the caller as its owner. Idempotent by the call's key. Throws INVALID_STATE above 100. */
export function createOrganization(ctx: HubContext, input: CreateOrganizationInput): Promise<Account> {
  const userId = ctx.principal.id;
  return exactlyOnce(ctx, { operation: "createOrganization", input }, (own) =>
    asSystem(own, async (em) => {
      await requireRoomToOwn(em, userId);
      const [id, now] = [newId("org"), ctx.clock.now()];
      await executeSql(
        em,
        `INSERT INTO accounts (id, kind, name, email, created_by, created_at, updated_at)
         SELECT $1, 'organization', $2, CASE WHEN u.email_verified THEN u.email END, u.id, $4, $4
         FROM users u WHERE u.id = $3`,
        [id, input.name.trim(), userId, now],
      );
      await addMember(em, { ownerId: id, userId, role: "owner", appRights: {}, addedBy: userId, now });
      return readOwn(em, userId, id);
    }),
  );
}

/** Renames the organization that the call acts for. Throws INVALID_STATE for a personal account. */
export function updateOrganization(ctx: HubContext, input: UpdateOrganizationInput): Promise<Account> {
  const accountId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "updateOrganization", input }, async (em) => {
    await lockOrganization(em, accountId);
    const sql = "UPDATE accounts SET name = $2, updated_at = $3 WHERE id = $1";
    await executeSql(em, sql, [accountId, input.name.trim(), ctx.clock.now()]);
    return readOwn(em, personOf(ctx.principal) ?? "", accountId);
  });
}

/** An account as the person sees it, in the open transaction. */
export async function readOwn(em: EntityManager, userId: string, accountId: string): Promise<Account> {
  const read = (own: EntityManager) =>
    executeSql<AccountRow>(own, `${accountsSql} WHERE a.id = $2`, [userId, accountId]);
  const [row] = await asSystem(em, read);
  if (!row) throw accountNotFound();
  return presentAccount(row);
}

export function presentAppRights(appRights: AppRights): AppRight[] {
  return Object.entries(appRights).map(([appId, level]) => ({ appId, level }));
}

/** One at a time for each person, so that two at once cannot both be the hundredth. */
async function requireRoomToOwn(em: EntityManager, userId: string): Promise<void> {
  await executeSql(em, "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  const sql = "SELECT count(*)::int AS owned FROM account_members WHERE user_id = $1 AND role = 'owner'";
  const [row] = await executeSql<{ owned: number }>(em, sql, [userId]);
  if ((row?.owned ?? 0) >= maxOwned) throw tooMany("organizations", maxOwned);
}

function presentAccount({ id, kind, name, role, appRights, createdAt }: AccountRow): Account {
  const isOwn = kind === "personal" && role !== null;
  return {
    id,
    kind,
    name: name ?? personalName,
    role,
    rights: role === null ? [] : [...(isOwn ? accountRights : rightsOf(role))],
    appRights: role === null || isUnrestricted(role) ? [] : presentAppRights(appRights ?? {}),
    createdAt: new Date(createdAt),
  };
}
