import { accountNotFound, type AppRights } from "../../../src/access/roles.ts";
import { copyContext } from "../../../src/context.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../src/errors.ts";
import { findApps } from "../apps/apps.service.ts";
import { selectArchivesOf } from "../data-exports/data-export.rows.ts";
import { revokeLinks } from "../files/file.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import type { AppRightInput } from "./account.types.ts";
import { memberNotFound, ownersOnly } from "./accounts.errors.ts";
import { presentAppRights } from "./accounts.service.ts";
import { blockRejoining } from "./removed-member.rows.ts";
import {
  changeMember,
  deleteMember,
  lockOrganization,
  refuseWithoutOwner,
  requireMember,
  type MemberRow,
} from "./member.rows.ts";
import type {
  AccountMember,
  AccountMemberList,
  RemovedMember,
  RemoveMemberInput,
  UpdateMemberInput,
} from "./member.types.ts";

type ShownRow = MemberRow & { name: string | null; email: string | null };

/** `$1` is the account. The user of a personal account is its owner. */
const membersSql = `SELECT * FROM (
    SELECT m.owner_id AS "ownerId", m.user_id AS "userId", m.role, m.app_rights AS "appRights",
      m.created_at AS "createdAt", u.name, u.email
    FROM account_members m JOIN users u ON u.id = m.user_id WHERE m.owner_id = $1
    UNION ALL
    SELECT a.id, a.id, 'owner', '{}', a.created_at, u.name, u.email
    FROM accounts a JOIN users u ON u.id = a.id WHERE a.id = $1 AND a.kind = 'personal') AS all_members`;

/** The members of the account that the call acts for, in the order in which they were added. */
export async function listMembers(ctx: HubContext): Promise<AccountMemberList> {
  const query = {
    sql: `${membersSql} ORDER BY "createdAt", "userId"`,
    parameters: [ctx.principal.ownerId],
  };
  const rows = await readAsSystem<ShownRow>(ctx.em, query);
  return { members: rows.map(presentMember), total: rows.length };
}

/**
 * Gives a member another role or other levels by app, from their next request on. Throws MEMBER_NOT_FOUND, FORBIDDEN where
 * an administrator changes an owner, and INVALID_STATE for the last owner.
 */
export async function updateMember(ctx: HubContext, input: UpdateMemberInput): Promise<AccountMember> {
  const { userId, role, appRights } = input;
  const levels = appRights && (await readAppRights(ctx, appRights));
  return changeMembership(ctx, userId, { operation: "updateMember", input }, async (em, member) => {
    const next = { ...member, role: role ?? member.role, appRights: levels ?? member.appRights };
    if (member.role === "owner" && next.role !== "owner")
      await refuseWithoutOwner(em, member.ownerId, userId);
    await changeMember(em, next, ctx.clock.now());
    return findMember(em, member.ownerId, userId);
  });
}

/**
 * Removes a member: their next request finds no account, and no transaction of theirs commits afterwards. They can
 * rejoin by an invitation only, unless they removed themselves. Throws as `updateMember`.
 */
export function removeMember(ctx: HubContext, input: RemoveMemberInput): Promise<RemovedMember> {
  const { userId } = input;
  return changeMembership(ctx, userId, { operation: "removeMember", input }, async (em, member) => {
    const removed = await endMembership(em, member, ctx.clock.now());
    const removedBy = ctx.principal.membership?.userId ?? ctx.principal.id;
    const { ownerId } = member;
    const block = { ownerId, userId, removedBy, now: ctx.clock.now() };
    if (removedBy !== userId) await asSystem(em, (own) => blockRejoining(own, block));
    return removed;
  });
}

/**
 * Ends the caller's own membership of an organization. Throws ACCOUNT_NOT_FOUND for one that the caller is no member of,
 * and INVALID_STATE for the last owner.
 */
export function leaveOrganization(ctx: HubContext, accountId: string): Promise<RemovedMember> {
  const userId = ctx.principal.id;
  const call = { operation: "leaveOrganization", input: { accountId } };
  return changeAccess(ctx, userId, () =>
    exactlyOnce(ctx, call, (own) =>
      asSystem(own, async (em) => {
        const isMember = "SELECT 1 FROM account_members WHERE owner_id = $1 AND user_id = $2";
        if ((await executeSql(em, isMember, [accountId, userId])).length === 0) throw accountNotFound();
        await lockOrganization(em, accountId);
        return endMembership(em, await requireMember(em, accountId, userId), ctx.clock.now());
      }),
    ),
  );
}

/** For changes of the caller's own membership, which would not be there to keep; such a change locks the row itself. */
function withoutMembership(ctx: HubContext): HubContext {
  return copyContext(ctx, { principal: { ...ctx.principal, membership: null } });
}

/** Links to archives of the organization's data stop with the membership. */
async function endMembership(
  em: EntityManager,
  { ownerId, userId, role }: MemberRow,
  now: Date,
): Promise<RemovedMember> {
  if (role === "owner") await refuseWithoutOwner(em, ownerId, userId);
  await deleteMember(em, ownerId, userId);
  for (const fileId of await selectArchivesOf(em, { ownerId, userId })) await revokeLinks(em, fileId, now);
  return { accountId: ownerId, userId, status: "removed" };
}

/** Changes of one organization's members, one after the other. */
function changeMembership<T>(
  ctx: HubContext,
  userId: string,
  call: { operation: string; input: object },
  change: (em: EntityManager, member: MemberRow) => Promise<T>,
): Promise<T> {
  const accountId = ctx.principal.ownerId ?? "";
  const { membership } = ctx.principal;
  const isOwn = membership?.userId === userId;
  return changeAccess(ctx, userId, () =>
    exactlyOnce(isOwn ? withoutMembership(ctx) : ctx, call, async (em) => {
      // The one member of a personal account is no row, and neither is anybody else.
      if (!membership) throw memberNotFound();
      await lockOrganization(em, accountId);
      const member = await requireMember(em, accountId, userId);
      if (isOwn && member.role !== membership.role) throw accountNotFound();
      if (member.role === "owner" && membership.role !== "owner") throw ownersOnly();
      return change(em, member);
    }),
  );
}

/** Levels by app as they are stored. Throws VALIDATION_ERROR for an app that does not exist or is named twice. */
export async function readAppRights(ctx: HubContext, given: readonly AppRightInput[]): Promise<AppRights> {
  const appIds = given.map(({ appId }) => appId);
  const apps = await findApps(ctx, appIds);
  const faults = appIds.flatMap((appId, index) => {
    const path = `appRights.${index}.appId`;
    if (apps[index] === null) return [{ path, message: "must be the ID of an app", rule: "known" }];
    if (appIds.indexOf(appId) !== index) return [{ path, message: "must be named once", rule: "unique" }];
    return [];
  });
  if (faults.length > 0) throw validationError(faults);
  return Object.fromEntries(given.map(({ appId, level }) => [appId, level]));
}

async function findMember(em: EntityManager, accountId: string, userId: string): Promise<AccountMember> {
  const read = (own: EntityManager) =>
    executeSql<ShownRow>(own, `${membersSql} WHERE "userId" = $2`, [accountId, userId]);
  const [row] = await asSystem(em, read);
  if (!row) throw memberNotFound();
  return presentMember(row);
}

function presentMember({ userId, name, email, role, appRights, createdAt }: ShownRow): AccountMember {
  const shown = { userId, name, email, role, appRights: presentAppRights(appRights) };
  return { ...shown, createdAt: new Date(createdAt) };
}
