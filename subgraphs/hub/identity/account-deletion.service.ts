import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { refuseLastOwner } from "../accounts/member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "./account-changes.rows.ts";
import { changeAccess } from "./change-access.service.ts";
import { readMe } from "./identity.service.ts";
import type { AccountDeletion, DeleteAccountArgs } from "./profile.types.ts";
import type { User } from "./user.entity.ts";

const graceMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Closes the account: tokens and keys stop at once, and after 30 days it is erased. Idempotent. Throws INVALID_STATE
 * for an administrator, who must hand the role over first, so that one is always left, and for the last owner of an
 * organization, and VALIDATION_ERROR for a confirmation that is neither the user's name nor their address.
 */
export async function deleteAccount(
  ctx: HubContext,
  { confirmName = null }: DeleteAccountArgs = {},
): Promise<AccountDeletion> {
  refuseOtherName(ctx, confirmName);
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

function refuseOtherName({ principal }: HubContext, confirmName: string | null): void {
  if (confirmName === null) return;
  const plain = (text: string | null) => text?.normalize("NFC").trim().toLowerCase();
  const given = plain(confirmName);
  if (given === plain(principal.name) || given === plain(principal.email)) return;
  throw validationError([
    { path: "confirmName", message: "must be your name or e-mail address", rule: "confirmed" },
  ]);
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
  // Locked first, so that an erasure that has just begun is seen.
  await executeSql(em, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const opened = await executeSql(
    em,
    `UPDATE users SET deleted_at = NULL, deletion_scheduled_at = NULL
     WHERE id = $1 AND deleted_at IS NOT NULL AND deletion_scheduled_at > $2
       AND NOT is_being_erased($1) RETURNING id`,
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

async function emitSystemEvent(
  em: EntityManager,
  type: string,
  objectId: string,
  payload: object,
): Promise<void> {
  await emitEvent(em, { type, objectId, appId: null, ownerId: null, payload });
}
