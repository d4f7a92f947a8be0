import {
  approvingApps,
  commonScopes,
  rightsOf,
  scopesOfRole,
  type AccountRole,
  type AppRights,
} from "../../../src/access/roles.ts";
import { readShared } from "../../../src/db/read-rows.ts";
import type { HubContext } from "../hub.context.ts";
import { tiersAt, type StoredTiers } from "../identity/entitlements.ts";
import type { Caller } from "../identity/identity.types.ts";

interface MemberRow {
  role: AccountRole;
  app_rights: AppRights;
  version: number;
  /** Null: every app. */
  app_ids: string[] | null;
  tiers: StoredTiers;
  suspended: boolean;
  closing: boolean;
}

/** The caller as plain data. */
type ResolvedCaller = { [Field in keyof Caller]: Caller[Field] };

/**
 * The caller as it acts for this account: its own as it is, or an organization with the rights that both the member's role
 * and the credential have. An account that does not exist is not known, and neither is one that the caller is no member
 * of. A key acts for its own account only. A suspended organization is known, and every request for it is refused.
 */
export async function actFor(ctx: HubContext, caller: ResolvedCaller, accountId: string): Promise<Caller> {
  // Rules refuse a suspended person before the account matters.
  if (caller.ownerId === accountId || caller.closed === "suspended") return caller;
  const userId = personWhoActs(caller);
  const row = userId === null ? undefined : await findMember(ctx, accountId, userId);
  if (userId === null || !row) return { ...caller, isAccountKnown: false };
  const { role, app_rights: appRights, version } = row;
  const held = caller.allScopes ? "all" : caller.scopes;
  const scopes = commonScopes(held, scopesOfRole(role, appRights));
  const approves = approvingApps(role, appRights);
  return {
    ...caller,
    isAccountSuspended: row.suspended,
    ...tiersAt(row.tiers, ctx.clock.now()),
    ownerId: accountId,
    // Administration is the person's, and ends at other accounts.
    isAdmin: false,
    scopes: scopes === "all" ? [] : [...scopes],
    allScopes: scopes === "all",
    ...appsOf(caller, row.app_ids),
    membership: {
      accountId,
      userId,
      role,
      version,
      rights: [...rightsOf(role)],
      approves: approves === "all" ? [] : [...approves],
      approvesAll: approves === "all",
      isLimited: !caller.allScopes,
      isClosing: row.closing,
    },
  };
}

/** The person whose memberships count: the signed-in one, or the one that a service account acts for. */
function personWhoActs({ kind, id, ownerId, closed }: Caller): string | null {
  if (closed) return null;
  if (kind === "user") return id;
  return kind === "serviceAccount" && ownerId !== id ? ownerId : null;
}

function appsOf({ allApps, appIds }: Caller, ofMember: string[] | null): Pick<Caller, "allApps" | "appIds"> {
  if (ofMember === null) return { allApps, appIds };
  return { allApps: false, appIds: allApps ? ofMember : appIds.filter((id) => ofMember.includes(id)) };
}

/** Remembered until the membership, the account, its plans or the registry of apps change. */
function findMember(ctx: HubContext, accountId: string, userId: string): Promise<MemberRow | undefined> {
  const sql = `SELECT *, is_account_suspended($1) AS suspended, is_account_closing($1) AS closing
    FROM find_member($1, $2)`;
  const query = { sql, parameters: [accountId, userId] };
  const read = async () => (await readShared<MemberRow>(ctx.sharedEm ?? ctx.em, query))[0];
  const key = JSON.stringify([sql, accountId, userId]);
  return ctx.ports.callers.find(key, read, () => [accountId, userId, "apps"]);
}
