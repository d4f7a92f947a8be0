import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "./account-changes.rows.ts";
import { reopen } from "./account-deletion.service.ts";
import { changeAccess } from "./change-access.service.ts";
import { findUser } from "./users.service.ts";
import type { AdminUser, RestoreUserInput, SuspendUserInput, UserRoleInput } from "./users.types.ts";

/**
 * Suspends an account: its tokens and keys are refused from the next call on, in every process. Again, it changes
 * nothing. Throws USER_NOT_FOUND, or INVALID_STATE for the caller's own account.
 */
export function suspendUser(ctx: HubContext, input: SuspendUserInput): Promise<AdminUser> {
  const { userId, reason } = input;
  refuseOwn(ctx, userId, "suspend your own account");
  return changeStanding(ctx, { operation: "suspendUser", input }, async (em) => {
    const changed = await executeSql(
      em,
      "UPDATE users SET suspended_at = $2 WHERE id = $1 AND suspended_at IS NULL RETURNING id",
      [userId, ctx.clock.now()],
    );
    if (changed.length > 0) await recordAccountChange(em, ctx, { userId, change: "suspended", reason });
  });
}

/**
 * Lifts a suspension; of an account that is not suspended but deleted, undoes the deletion. An open account stays as it
 * is. Throws USER_NOT_FOUND.
 */
export function restoreUser(ctx: HubContext, input: RestoreUserInput): Promise<AdminUser> {
  const { userId, reason = null } = input;
  return changeStanding(ctx, { operation: "restoreUser", input }, async (em) => {
    const lifted = await executeSql(
      em,
      "UPDATE users SET suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL RETURNING id",
      [userId],
    );
    if (lifted.length > 0)
      await recordAccountChange(em, ctx, { userId, change: "suspension_lifted", reason });
    else await reopen(em, ctx, userId, ctx.clock.now());
  });
}

/** Grants a role, whatever the token says. Throws USER_NOT_FOUND. */
export function grantRole(ctx: HubContext, input: UserRoleInput): Promise<AdminUser> {
  const { userId, role, reason = null } = input;
  return changeStanding(ctx, { operation: "grantRole", input }, async (em) => {
    const lifted = await executeSql(em, "DELETE FROM revoked_admins WHERE user_id = $1 RETURNING user_id", [
      userId,
    ]);
    const given = await executeSql(
      em,
      "INSERT INTO user_roles (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id",
      [userId, role],
    );
    if (lifted.length + given.length > 0)
      await recordAccountChange(em, ctx, { userId, change: "role_granted", reason });
  });
}

/**
 * Revokes a role, from the next request on and whatever the token says. Throws USER_NOT_FOUND, or INVALID_STATE for the
 * principal's own role: an administrator is always left.
 */
export function revokeRole(ctx: HubContext, input: UserRoleInput): Promise<AdminUser> {
  const { userId, role, reason = null } = input;
  refuseOwn(ctx, userId, "revoke your own role");
  return changeStanding(ctx, { operation: "revokeRole", input }, async (em) => {
    await executeSql(em, "DELETE FROM user_roles WHERE user_id = $1 AND role = $2", [userId, role]);
    const revoked = await executeSql(
      em,
      "INSERT INTO revoked_admins (user_id, revoked_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id",
      [userId, ctx.clock.now()],
    );
    if (revoked.length > 0) await recordAccountChange(em, ctx, { userId, change: "role_revoked", reason });
  });
}

/** One change at a time, so that of two administrators who depose each other the second is none any more. */
async function changeStanding(
  ctx: HubContext,
  call: { operation: string; input: { userId: string } },
  change: (em: EntityManager) => Promise<void>,
): Promise<AdminUser> {
  const { userId } = call.input;
  return changeAccess(ctx, userId, () =>
    exactlyOnce(ctx, call, (own) =>
      asSystem(own, async (em) => {
        await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext('hub.account_standing'))");
        await refuseDeposed(em, ctx);
        const found = await executeSql(em, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [userId]);
        if (found.length === 0) throw new DomainError("USER_NOT_FOUND", "User not found. Check the ID.");
        const before = await findUser(em, userId, ctx.clock.now());
        await change(em);
        const after = await findUser(em, userId, ctx.clock.now());
        ctx.noteChange?.({ before: standingOf(before), after: standingOf(after) });
        return after;
      }),
    ),
  );
}

/** What administrators change of a user. */
function standingOf({ status, roles, isAdminRevoked, suspendedAt }: AdminUser): object {
  return { status, roles, isAdminRevoked, suspendedAt };
}

async function refuseDeposed(em: EntityManager, ctx: HubContext): Promise<void> {
  const [row] = await executeSql(
    em,
    `SELECT 1 FROM users u WHERE u.id = $1 AND (u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL
       OR EXISTS (SELECT 1 FROM revoked_admins a WHERE a.user_id = u.id))`,
    [ctx.principal.id],
  );
  if (row)
    throw new DomainError("FORBIDDEN", "This request requires the admin role. Ask an administrator.", {
      reason: "admin_required",
    });
}

function refuseOwn(ctx: HubContext, userId: string, what: string): void {
  if (userId !== ctx.principal.id) return;
  throw new DomainError("INVALID_STATE", `You cannot ${what}. Ask another administrator.`);
}
