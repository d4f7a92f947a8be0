import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { HubContext } from "../hub.context.ts";
import { invitationNotFound, maxMembers, maxOpenInvitations, tooMany } from "./accounts.errors.ts";
import { invitationQueue } from "./invitation-queue.ts";
import { invitationToken, invitationTokenHash } from "./invitation-token.ts";
import {
  endInvitation,
  insertInvitation,
  presentInvitation,
  renewInvitation,
  selectInvitations,
  statusAt,
  type InvitationRow,
} from "./invitation.rows.ts";
import type { AccountInvitation, AccountInvitationList, InviteMemberInput } from "./invitation.types.ts";
import { lockOrganization } from "./member.rows.ts";
import { readAppRights } from "./members.service.ts";

const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** The newest 200 invitations to the organization that the call acts for. */
export async function listInvitations(ctx: HubContext): Promise<AccountInvitationList> {
  const where = "owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200";
  const read = (em: EntityManager) => selectInvitations(em, where, [ctx.principal.ownerId]);
  const rows = await inTransaction(ctx, read, { readOnly: true });
  const now = ctx.clock.now();
  return { invitations: rows.map((row) => presentInvitation(row, now)), total: rows.length };
}

/**
 * Invites a person by mail, for 7 days. Throws INVALID_STATE for a personal account, an address that is invited or is a
 * member already, and above 500 members and 100 open invitations. Idempotent by the call's key.
 */
export async function inviteMember(ctx: HubContext, input: InviteMemberInput): Promise<AccountInvitation> {
  const accountId = ctx.principal.ownerId ?? "";
  const appRights = await readAppRights(ctx, input.appRights ?? []);
  const email = input.email.toLowerCase();
  return exactlyOnce(ctx, { operation: "inviteMember", input }, async (em) => {
    await lockOrganization(em, accountId);
    const now = ctx.clock.now();
    await requireRoom(em, accountId, email, now);
    const [id, expiresAt] = [newId("inv"), new Date(now.getTime() + invitationLifetimeMs)];
    const tokenHash = tokenHashOf(ctx, id, 1);
    const invitedBy = ctx.principal.membership?.userId ?? ctx.principal.id;
    const { role } = input;
    const invited = { id, ownerId: accountId, email, role, appRights, invitedBy };
    await insertInvitation(em, { ...invited, tokenHash, now, expiresAt });
    await enqueue(em, invitationQueue, { invitationId: id, round: 1 });
    return presentInvitation(await requireInvitation(em, ctx, id), now);
  });
}

/** Mails an invitation again with another link and another 7 days. Throws INVITATION_NOT_FOUND and INVALID_STATE. */
export function resendInvitation(ctx: HubContext, invitationId: string): Promise<AccountInvitation> {
  return changeInvitation(ctx, "resendInvitation", invitationId, async (em, row, now) => {
    const round = row.round + 1;
    const expiresAt = new Date(now.getTime() + invitationLifetimeMs);
    await renewInvitation(em, { id: row.id, tokenHash: tokenHashOf(ctx, row.id, round), expiresAt, now });
    await enqueue(em, invitationQueue, { invitationId: row.id, round });
  });
}

/** Revokes an invitation: its link is no longer valid. Throws INVITATION_NOT_FOUND and INVALID_STATE. */
export function revokeInvitation(ctx: HubContext, invitationId: string): Promise<AccountInvitation> {
  return changeInvitation(ctx, "revokeInvitation", invitationId, (em, { id }, now) =>
    endInvitation(em, { id, status: "revoked", acceptedBy: null, now }),
  );
}

function changeInvitation(
  ctx: HubContext,
  operation: string,
  invitationId: string,
  change: (em: EntityManager, row: InvitationRow, now: Date) => Promise<void>,
): Promise<AccountInvitation> {
  return exactlyOnce(ctx, { operation, input: { invitationId } }, async (em) => {
    const now = ctx.clock.now();
    const row = await requireInvitation(em, ctx, invitationId);
    if (row.status !== "pending") throw notPending(row.status);
    await change(em, row, now);
    return presentInvitation(await requireInvitation(em, ctx, invitationId), now);
  });
}

async function requireInvitation(
  em: EntityManager,
  { principal }: HubContext,
  invitationId: string,
): Promise<InvitationRow> {
  const where = "owner_id = $1 AND id = $2 FOR UPDATE";
  const [row] = await selectInvitations(em, where, [principal.ownerId, invitationId]);
  if (!row) throw invitationNotFound();
  return row;
}

/** The organization must be locked. An expired invitation makes room for a new one of its address. */
async function requireRoom(em: EntityManager, accountId: string, email: string, now: Date): Promise<void> {
  const open = await selectInvitations(em, "owner_id = $1 AND status = 'pending' FOR UPDATE", [accountId]);
  const [expired, valid] = [[] as InvitationRow[], [] as InvitationRow[]];
  for (const row of open) (statusAt(row, now) === "expired" ? expired : valid).push(row);
  if (valid.some((row) => row.email === email)) throw alreadyInvited();
  if (valid.length >= maxOpenInvitations) throw tooMany("open invitations", maxOpenInvitations);
  const sql = "SELECT count(*)::int AS members FROM account_members WHERE owner_id = $1";
  const [row] = await executeSql<{ members: number }>(em, sql, [accountId]);
  if ((row?.members ?? 0) + valid.length >= maxMembers) throw tooMany("members and invitations", maxMembers);
  for (const { id, email: address } of expired)
    if (address === email) await endInvitation(em, { id, status: "revoked", acceptedBy: null, now });
}

function tokenHashOf({ ports }: HubContext, invitationId: string, round: number): string {
  return invitationTokenHash(invitationToken(ports.messageTokens, invitationId, round));
}

function alreadyInvited(): DomainError {
  return new DomainError("INVALID_STATE", "This address has an open invitation. Send it again instead.", {
    reason: "already_invited",
  });
}

function notPending(status: string): DomainError {
  return new DomainError("INVALID_STATE", `The invitation was ${status}. Create a new one.`, {
    currentState: status,
    allowed: ["pending"],
  });
}
