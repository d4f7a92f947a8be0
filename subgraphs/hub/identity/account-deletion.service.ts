import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { refuseLastOwner } from "../accounts/member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "./account-changes.rows.ts";
import { changeAccess } from "./change-access.service.ts";
import { readMe } from "./identity.service.ts";
import type { AccountDeletion } from "./profile.types.ts";
import type { User } from "./user.entity.ts";

const graceMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Closes the account: tokens and keys stop at once, and after 30 days it is erased. Idempotent. Throws INVALID_STATE
 * for an administrator, who must hand the role over first, so that one is always left, and for the last owner of an
 * organization.
 */
export async function deleteAccount(ctx: HubContext): Promise<AccountDeletion> {
  if (ctx.principal.isAdmin && !ctx.principal.closed) {
    throw new DomainError(
      "INVALID_STATE",
      "An administrator's account cannot be deleted. Ask another administrator to revoke the role first.",
    );
  }
  const userId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const close = async (em: EntityManager) => {
    await asSystem(em, (own) => refuseLastOwner(own, userId));
    const closed = await executeSql(
      em,
      `UPDATE users SET deleted_at = $2, deletion_scheduled_at = $3 WHERE id = $1 AND deleted_at IS NULL RETURNING id`,
      [userId, now, new Date(now.getTime() + graceMs)],
    );
    const deletionScheduledAt = await readSchedule(em, userId);
    if (closed.length > 0) {
      await recordAccountChange(em, ctx, { userId, change: "deleted" });
      await emitSystemEvent(em, "user.deleted", userId, { userId, deletionScheduledAt });
    }
    return { id: userId, deletionScheduledAt };
  };
  const call = { operation: "deleteAccount", input: {} };
  return changeAccess(ctx, userId, () => exactlyOnce(ctx, call, close));
}

/**
 * Opens the caller's deleted account again, keys and all. Of an open account it changes nothing. Throws USER_NOT_FOUND
 * once the 30 days are over, erased or not.
 */
export async function restoreAccount(ctx: HubContext): Promise<User> {
  const userId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return changeAccess(ctx, userId, () =>
    exactlyOnce(ctx, { operation: "restoreAccount", input: {} }, async (em) => {
      await reopen(em, ctx, userId, now);
      return readMe(ctx);
    }),
  );
}

/** Undoes a deletion in the open transaction. Throws USER_NOT_FOUND when its time is over. */
export async function reopen(em: EntityManager, ctx: HubContext, userId: string, now: Date): Promise<void> {
  const opened = await executeSql(
    em,
    `UPDATE users SET deleted_at = NULL, deletion_scheduled_at = NULL
     WHERE id = $1 AND deleted_at IS NOT NULL AND deletion_scheduled_at > $2 RETURNING id`,
    [userId, now],
  );
  if (opened.length > 0) {
    await recordAccountChange(em, ctx, { userId, change: "restored" });
    await emitSystemEvent(em, "user.restored", userId, { userId });
    return;
  }
  const [row] = await executeSql(em, "SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL", [userId]);
  if (!row)
    throw new DomainError("USER_NOT_FOUND", "User not found, or the account is closed. Check the user ID.");
}

/**
 * Erases the accounts whose 30 days are over; returns how many. Each in a transaction of its own: a failure is logged
 * and retried by the next run, and does not stop the others.
 */
export async function eraseDueAccounts(ctx: HubContext, batchSize = 100): Promise<number> {
  const due = await asSystem(ctx.em, (em) =>
    executeSql<{ id: string }>(
      em,
      "SELECT id FROM users WHERE deletion_scheduled_at <= $1 ORDER BY deletion_scheduled_at LIMIT $2",
      [ctx.clock.now(), batchSize],
    ),
  );
  let erased = 0;
  for (const { id } of due) {
    try {
      if (await asSystem(ctx.em, (em) => erase(em, ctx, id))) erased++;
    } catch (error) {
      ctx.log.error({ err: error, userId: id }, "account could not be erased");
    }
  }
  return erased;
}

/** The account is locked and checked again: it may have been restored, or erased by another worker. */
async function erase(em: EntityManager, ctx: HubContext, userId: string): Promise<boolean> {
  const now = ctx.clock.now();
  const [row] = await executeSql(
    em,
    "SELECT 1 FROM users WHERE id = $1 AND deletion_scheduled_at <= $2 FOR UPDATE SKIP LOCKED",
    [userId, now],
  );
  if (!row) return false;
  const alias = newId("erased");
  await executeSql(
    em,
    "UPDATE api_keys SET status = 'revoked', revoked_at = COALESCE(revoked_at, $2), name = 'erased' WHERE owner_id = $1",
    [userId, now],
  );
  // A job cancels them at the processor; until then it bills an erased account.
  await executeSql(
    em,
    `INSERT INTO subscription_endings (processor_subscription_id, owner_id, app_id, reason, asked_at)
     SELECT processor_subscription_id, owner_id, app_id, 'account_erased', $2 FROM subscriptions
     WHERE owner_id = $1 AND status <> 'canceled' ON CONFLICT DO NOTHING`,
    [userId, now],
  );
  await executeSql(em, "DELETE FROM entitlements WHERE owner_id = $1", [userId]);
  await executeSql(em, "DELETE FROM account_members WHERE user_id = $1", [userId]);
  await forgetRequests(em, userId, alias);
  await executeSql(em, "SELECT erase_user($1, $2, $3)", [userId, alias, now]);
  await recordAccountChange(em, ctx, { userId: alias, change: "erased" });
  await emitSystemEvent(em, "user.erased", alias, { userId, alias });
  return true;
}

/** Exports and preferences of the person, and the person's name on those of organizations. */
async function forgetRequests(em: EntityManager, userId: string, alias: string): Promise<void> {
  await executeSql(em, "DELETE FROM data_exports WHERE owner_id = $1", [userId]);
  await executeSql(em, "DELETE FROM notification_preferences WHERE owner_id = $1", [userId]);
  const renamed = [userId, alias];
  await executeSql(em, "UPDATE data_exports SET requested_by = $2 WHERE requested_by = $1", renamed);
  await executeSql(em, "UPDATE notification_preferences SET updated_by = $2 WHERE updated_by = $1", renamed);
}

async function readSchedule(em: EntityManager, userId: string): Promise<Date> {
  const [row] = await executeSql<{ at: string | null }>(
    em,
    "SELECT deletion_scheduled_at AS at FROM users WHERE id = $1",
    [userId],
  );
  if (!row?.at)
    throw new DomainError("USER_NOT_FOUND", "User not found, or the account is closed. Check the user ID.");
  return new Date(row.at);
}

/** Other subgraphs hold rows of this account, too. */
async function emitSystemEvent(
  em: EntityManager,
  type: string,
  objectId: string,
  payload: object,
): Promise<void> {
  await emitEvent(em, { type, objectId, appId: null, ownerId: null, payload });
}
