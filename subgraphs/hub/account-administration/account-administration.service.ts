import type { EntityManager } from "@mikro-orm/postgresql";
import { accountNotFound } from "../../../src/access/roles.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "../identity/account-changes.rows.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import type {
  AccountRegistry,
  AccountRegistryArgs,
  RegisteredAccountDetail,
  RestoreOrganizationInput,
  SuspendOrganizationInput,
} from "./account-administration.types.ts";
import { selectAccount, selectAccounts } from "./account-registry.rows.ts";

/** Accounts that match, newest first. */
export function listAccounts(ctx: HubContext, args: AccountRegistryArgs): Promise<AccountRegistry> {
  const { limit, offset } = args;
  const read = async (em: EntityManager) => {
    const { accounts, total } = await selectAccounts(em, ctx.clock.now(), args);
    return { accounts, pagination: { limit, offset, total } };
  };
  return asSystem(ctx.em, read, { readOnly: true });
}

/** One account with owners, plans, credits and counts. Reads no data of its apps. Throws ACCOUNT_NOT_FOUND. */
export function readAccount(ctx: HubContext, accountId: string): Promise<RegisteredAccountDetail> {
  return asSystem(ctx.em, (em) => requireAccount(em, ctx, accountId), { readOnly: true });
}

/**
 * Suspends an organization: requests of its members and keys are refused from the next one on, in every process, and writes
 * of members that have begun are rolled back. A suspended one stays as it is. Throws ACCOUNT_NOT_FOUND, and INVALID_STATE
 * for a personal account.
 */
export function suspendOrganization(
  ctx: HubContext,
  input: SuspendOrganizationInput,
): Promise<RegisteredAccountDetail> {
  const { accountId, reason } = input;
  return changeStanding(ctx, { operation: "suspendOrganization", input }, async (em, now) => {
    const changed = await executeSql(
      em,
      "UPDATE accounts SET suspended_at = $2, updated_at = $2 WHERE id = $1 AND suspended_at IS NULL RETURNING id",
      [accountId, now],
    );
    if (changed.length === 0) return;
    // Moves the versions of all memberships, so that no write of theirs commits after this.
    await executeSql(em, "UPDATE account_members SET updated_at = $2 WHERE owner_id = $1", [accountId, now]);
    await recordAccountChange(em, ctx, { userId: accountId, change: "suspended", reason });
  });
}

/** Lifts the suspension of an organization. An open one stays as it is. Throws as `suspendOrganization`. */
export function restoreOrganization(
  ctx: HubContext,
  input: RestoreOrganizationInput,
): Promise<RegisteredAccountDetail> {
  const { accountId, reason = null } = input;
  return changeStanding(ctx, { operation: "restoreOrganization", input }, async (em, now) => {
    const lifted = await executeSql(
      em,
      `UPDATE accounts SET suspended_at = NULL, updated_at = $2
       WHERE id = $1 AND suspended_at IS NOT NULL RETURNING id`,
      [accountId, now],
    );
    if (lifted.length > 0)
      await recordAccountChange(em, ctx, { userId: accountId, change: "suspension_lifted", reason });
  });
}

/** A change of the standing of an organization, known to every process when this resolves. */
function changeStanding(
  ctx: HubContext,
  call: { operation: string; input: { accountId: string } },
  change: (em: EntityManager, now: Date) => Promise<void>,
): Promise<RegisteredAccountDetail> {
  const { accountId } = call.input;
  return changeAccess(ctx, accountId, () =>
    exactlyOnce(ctx, call, (own) =>
      asSystem(own, async (em) => {
        await executeSql(em, "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
        const before = await requireAccount(em, ctx, accountId);
        if (before.kind === "personal") throw isPersonal();
        await change(em, ctx.clock.now());
        const after = await requireAccount(em, ctx, accountId);
        ctx.noteChange?.({ before: standingOf(before), after: standingOf(after) });
        return after;
      }),
    ),
  );
}

function standingOf({ status, suspendedAt }: RegisteredAccountDetail): object {
  return { status, suspendedAt };
}

async function requireAccount(
  em: EntityManager,
  ctx: HubContext,
  accountId: string,
): Promise<RegisteredAccountDetail> {
  const account = await selectAccount(em, ctx.clock.now(), accountId);
  if (!account) throw accountNotFound();
  return account;
}

function isPersonal(): DomainError {
  return new DomainError("INVALID_STATE", "This is a personal account. Use suspendUser or restoreUser.", {
    kind: "personal",
  });
}
