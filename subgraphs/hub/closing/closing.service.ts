import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import { notAnOrganization } from "../accounts/accounts.errors.ts";
import { lockOrganization } from "../accounts/member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "../identity/account-changes.rows.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { endSubscriptionsQueue, mailClosureQueue } from "./closing-queues.ts";
import { closureBlocked, erasureBegun, noClosure, wrongName } from "./closing.errors.ts";
import {
  markClosed,
  markOpen,
  renewOtherMembers,
  selectBlockers,
  selectClosure,
  selectCreditsLeft,
  selectLiveSubscriptions,
  type ClosureRow,
} from "./closure.rows.ts";
import type { AccountClosure, CloseOrganizationInput } from "./closure.types.ts";

const graceMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the organization is being closed, and what closing it means. Throws NOT_FOUND for a personal account. */
export function readClosure(ctx: HubContext): Promise<AccountClosure> {
  const accountId = ctx.principal.ownerId ?? "";
  const read = async (em: EntityManager) => {
    const row = await selectClosure(em, accountId);
    if (row === null || row.name === null) throw noClosure();
    return present(em, accountId);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Closes the organization that the call acts for: its keys stop at once, members may only read and export, subscriptions end
 * with their periods, and after 30 days it is erased. Idempotent. Throws VALIDATION_ERROR for another name, and
 * INVALID_STATE for a personal account and while payments or payroll are open.
 */
export function closeOrganization(ctx: HubContext, input: CloseOrganizationInput): Promise<AccountClosure> {
  const accountId = ctx.principal.ownerId ?? "";
  const close = async (em: EntityManager) => {
    await lockOrganization(em, accountId);
    const { name, closedAt } = await requireRow(em, accountId);
    if (input.name.trim() !== name) throw wrongName();
    if (closedAt === null) await closeOpen(em, ctx, accountId);
    return present(em, accountId);
  };
  return changeAccess(ctx, accountId, () =>
    exactlyOnce(ctx, { operation: "closeOrganization", input }, close),
  );
}

async function closeOpen(em: EntityManager, ctx: HubContext, accountId: string): Promise<void> {
  const now = ctx.clock.now();
  const by = ctx.principal.membership?.userId ?? ctx.principal.id;
  await markClosed(em, accountId, { by, now, erasedAt: new Date(now.getTime() + graceMs) });
  await renewOtherMembers(em, accountId, { except: by, now });
  // After the members' writes were waited for, so that what they have just begun is seen.
  const blockers = await selectBlockers(em, accountId);
  if (blockers.length > 0) throw closureBlocked(blockers);
  await recordAccountChange(em, ctx, { userId: accountId, change: "deleted" });
  const closure = { accountId, closedAt: now.toISOString() };
  await enqueue(em, endSubscriptionsQueue, closure);
  await enqueue(em, mailClosureQueue, closure);
}

/**
 * Opens an organization that is being closed: members and keys have their rights again. Subscriptions still end with their
 * periods, unless they are reactivated. Idempotent. Throws INVALID_STATE for a personal account and after the 30 days.
 */
export function reopenOrganization(ctx: HubContext): Promise<AccountClosure> {
  const accountId = ctx.principal.ownerId ?? "";
  const reopen = async (em: EntityManager) => {
    await lockOrganization(em, accountId);
    const { closedAt } = await requireRow(em, accountId);
    if (closedAt !== null) {
      if (!(await markOpen(em, accountId, ctx.clock.now()))) throw erasureBegun();
      await recordAccountChange(em, ctx, { userId: accountId, change: "restored" });
    }
    return present(em, accountId);
  };
  const call = { operation: "reopenOrganization", input: {} };
  return changeAccess(ctx, accountId, () => exactlyOnce(ctx, call, reopen));
}

async function requireRow(em: EntityManager, accountId: string): Promise<ClosureRow> {
  const row = await selectClosure(em, accountId);
  if (row === null || row.name === null) throw notAnOrganization();
  return row;
}

async function present(em: EntityManager, accountId: string): Promise<AccountClosure> {
  const { closedAt, closedBy, erasureScheduledAt } = await requireRow(em, accountId);
  const subscriptions = await selectLiveSubscriptions(em, accountId);
  return {
    accountId,
    status: closedAt === null ? "open" : "closing",
    requestedAt: closedAt === null ? null : new Date(closedAt),
    requestedBy: closedBy,
    erasureScheduledAt: erasureScheduledAt === null ? null : new Date(erasureScheduledAt),
    blockers: closedAt === null ? await selectBlockers(em, accountId) : [],
    creditsLeft: await selectCreditsLeft(em, accountId),
    subscriptions: subscriptions.map(({ appId, planId, endsAt }) => ({
      appId,
      planId,
      endsAt: new Date(endsAt),
    })),
  };
}
