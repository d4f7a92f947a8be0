import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { Account } from "./account.types.ts";
import { invitationNotFound } from "./accounts.errors.ts";
import { readOwn } from "./accounts.service.ts";
import { invitationTokenHash } from "./invitation-token.ts";
import { endInvitation, selectInvitations, statusAt, type InvitationRow } from "./invitation.rows.ts";
import type { ReceivedInvitation } from "./invitation.types.ts";
import { addMember, lockOrganization, refuseFullOrganization } from "./member.rows.ts";
import { allowRejoining } from "./removed-member.rows.ts";

/** The invitation that a link names. Needs no sign-in. Throws INVITATION_NOT_FOUND. */
export async function readReceivedInvitation(ctx: HubContext, token: string): Promise<ReceivedInvitation> {
  return asSystem(ctx.em, async (em) => {
    const [row] = await selectInvitations(em, "token_hash = $1", [invitationTokenHash(token)]);
    if (!row) throw invitationNotFound();
    const sql = `SELECT a.name, coalesce(u.name, u.email) AS "invitedBy" FROM accounts a
      LEFT JOIN users u ON u.id = $2 AND u.deleted_at IS NULL WHERE a.id = $1`;
    type Names = { name: string; invitedBy: string | null };
    const [names] = await executeSql<Names>(em, sql, [row.ownerId, row.invitedBy]);
    const { role, expiresAt } = row;
    const [organization, invitedBy] = [names?.name ?? "", names?.invitedBy ?? null];
    const status = statusAt(row, ctx.clock.now());
    return { organization, role, invitedBy, status, expiresAt: new Date(expiresAt) };
  });
}

/**
 * Makes the caller a member, if the invitation was sent to their verified address. Each invitation makes one member,
 * however often it is accepted at once; accepting it again as the same person returns the account. Throws
 * INVITATION_NOT_FOUND for a token that is unknown, used, revoked or expired, and FORBIDDEN for another address.
 */
export function acceptInvitation(ctx: HubContext, token: string): Promise<Account> {
  const userId = ctx.principal.id;
  const tokenHash = invitationTokenHash(token);
  // The key's row stores no input, so the token is in no table.
  return exactlyOnce(ctx, { operation: "acceptInvitation", input: { tokenHash } }, (own) =>
    asSystem(own, async (em) => {
      const row = await lockInvitation(em, tokenHash);
      await requireAddress(em, userId, row.email);
      if (row.status !== "pending") return readAccepted(em, row, userId);
      const now = ctx.clock.now();
      if (statusAt(row, now) === "expired") throw invitationNotFound();
      const { id, ownerId, role, appRights, invitedBy } = row;
      await refuseFullOrganization(em, ownerId);
      await addMember(em, { ownerId, userId, role, appRights, addedBy: invitedBy, now });
      await allowRejoining(em, { ownerId, userId, email: row.email });
      await endInvitation(em, { id, status: "accepted", acceptedBy: userId, now });
      return readOwn(em, userId, ownerId);
    }),
  );
}

/** The organization is locked before the invitation, as by everybody else who changes its members. */
async function lockInvitation(em: EntityManager, tokenHash: string): Promise<InvitationRow> {
  const [found] = await selectInvitations(em, "token_hash = $1", [tokenHash]);
  if (!found) throw invitationNotFound();
  await lockOrganization(em, found.ownerId);
  const [row] = await selectInvitations(em, "token_hash = $1 FOR UPDATE", [tokenHash]);
  if (!row) throw invitationNotFound();
  return row;
}

/** The account, for the person who accepted before and is still a member. */
async function readAccepted(em: EntityManager, row: InvitationRow, userId: string): Promise<Account> {
  const sql = "SELECT 1 FROM account_members WHERE owner_id = $1 AND user_id = $2";
  const isMember = (await executeSql(em, sql, [row.ownerId, userId])).length > 0;
  if (row.acceptedBy !== userId || !isMember) throw invitationNotFound();
  return readOwn(em, userId, row.ownerId);
}

async function requireAddress(em: EntityManager, userId: string, email: string): Promise<void> {
  const sql = "SELECT 1 FROM users WHERE id = $1 AND email_verified AND lower(email) = $2";
  if ((await executeSql(em, sql, [userId, email])).length > 0) return;
  throw new DomainError(
    "FORBIDDEN",
    "This invitation was sent to another address. Sign in with a verified account of that address.",
    { reason: "address_mismatch" },
  );
}
