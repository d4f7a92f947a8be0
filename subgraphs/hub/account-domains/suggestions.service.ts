import type { EntityManager } from "@mikro-orm/postgresql";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { accountNotFound } from "../../../src/access/roles.ts";
import { copyContext } from "../../../src/context.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { Account } from "../accounts/account.types.ts";
import { readOwn } from "../accounts/accounts.service.ts";
import { addMember, lockOrganization, refuseFullOrganization } from "../accounts/member.rows.ts";
import { isRejoiningBlocked } from "../accounts/removed-member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import type { AccountSuggestion, AccountSuggestionList } from "./account-domain.types.ts";
import { domainOfAddress } from "./domain-name.ts";

/** Organizations that the caller can join by the verified address. */
export async function listSuggestions(ctx: HubContext): Promise<AccountSuggestionList> {
  const suggestions = await asSystem(ctx.em, (em) => findSuggestions(em, ctx.principal.id));
  return { suggestions, total: suggestions.length };
}

/**
 * Makes the caller a member of an organization that is suggested to them; for a member it returns the account. Throws
 * ACCOUNT_NOT_FOUND for any other, and INVALID_STATE for one with 500 members. Idempotent by the call's key.
 */
export function joinAccount(ctx: HubContext, accountId: string): Promise<Account> {
  const userId = ctx.principal.id;
  return exactlyOnce(ctx, { operation: "joinAccount", input: { accountId } }, (own) =>
    asSystem(own, async (em) => {
      if (await isMember(em, accountId, userId)) return readOwn(em, userId, accountId);
      // Before the lock, so that other people cannot delay an organization. A member has no suggestion: another request of
      // the same person may have joined since the first look.
      const suggested = await findSuggestion(em, userId, accountId);
      if (!suggested && !(await isMember(em, accountId, userId))) throw accountNotFound();
      // All of it is looked up again under the lock: domains, members and removals may have changed.
      await lockOrganization(em, accountId);
      if (await isMember(em, accountId, userId)) return readOwn(em, userId, accountId);
      const suggestion = await findSuggestion(em, userId, accountId);
      if (!suggestion) throw accountNotFound();
      await refuseFullOrganization(em, accountId);
      const { role, domain } = suggestion;
      const now = ctx.clock.now();
      await addMember(em, { ownerId: accountId, userId, role, appRights: {}, addedBy: userId, now });
      await noteJoined(em, ctx, { accountId, role, domain });
      return readOwn(em, userId, accountId);
    }),
  );
}

async function isMember(em: EntityManager, accountId: string, userId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM account_members WHERE owner_id = $1 AND user_id = $2";
  return (await executeSql(em, sql, [accountId, userId])).length > 0;
}

async function findSuggestion(
  em: EntityManager,
  userId: string,
  accountId: string,
): Promise<AccountSuggestion | undefined> {
  return (await findSuggestions(em, userId)).find((one) => one.accountId === accountId);
}

/** A domain is verified by one organization at a time, so there is one at most. */
async function findSuggestions(em: EntityManager, userId: string): Promise<AccountSuggestion[]> {
  const userSql = "SELECT email FROM users WHERE id = $1 AND email_verified AND deleted_at IS NULL";
  const [user] = await executeSql<{ email: string | null }>(em, userSql, [userId]);
  const email = user?.email ?? "";
  const domain = domainOfAddress(email);
  if (domain === null) return [];
  const sql = `SELECT a.id AS "accountId", a.name, d.domain, d.auto_join_role AS role
    FROM account_domains d JOIN accounts a ON a.id = d.owner_id
    WHERE d.domain = $2 AND d.verified_at IS NOT NULL AND d.auto_join_role IS NOT NULL AND a.suspended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM account_members m WHERE m.owner_id = a.id AND m.user_id = $1)`;
  const [found] = await executeSql<AccountSuggestion>(em, sql, [userId, domain]);
  if (!found) return [];
  const ownerId = found.accountId;
  return (await isRejoiningBlocked(em, { ownerId, userId, email })) ? [] : [found];
}

/** For the organization's audit log: the request itself is about the person's own account. */
async function noteJoined(
  em: EntityManager,
  ctx: HubContext,
  { accountId, role, domain }: { accountId: string; role: string; domain: string },
): Promise<void> {
  const account = copyContext(ctx, { principal: { ...ctx.principal, ownerId: accountId } });
  await writeOwnEntry(em, account, {
    id: newId("aud"),
    action: "joinAccount",
    appId: null,
    targetType: "AccountMember",
    targetId: ctx.principal.id,
    outcome: "ok",
    code: null,
    changes: { role, domain },
  });
}
