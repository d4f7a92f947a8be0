import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { HubContext } from "../hub.context.ts";
import {
  findOwn,
  findRows,
  pageRows,
  presentApproval,
  statusAt,
  updateRow,
  type ApprovalRow,
} from "./approval.rows.ts";
import type {
  ApprovalRequest,
  ApprovalRequestPage,
  ApprovalRequestsArgs,
  RejectApprovalInput,
} from "./approval.types.ts";
import { outcomeQueue, runQueue } from "./approval-queues.ts";
import { approvalRequestNotFound, lacksScopeToCancel, mayNotDecide, notOpen } from "./approvals.errors.ts";
import { kindsInScope } from "./approval-scopes.ts";
import { decidableKinds, mayDecide } from "./may-decide.ts";

/** Requests that the caller made or can decide, newest first. Throws INVALID_CURSOR. */
export function listRequests(
  ctx: HubContext,
  { status = null, limit, after }: ApprovalRequestsArgs,
): Promise<ApprovalRequestPage> {
  const now = ctx.clock.now();
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "approval_requests", {
      where: `${visible(2)} AND ($6::text IS NULL OR $6 = CASE
        WHEN (status = 'pending' OR status = 'approved' AND started_at IS NULL) AND expires_at <= $7 THEN 'expired'
        ELSE status END)`,
      values: [...visibleTo(ctx), status, now],
      list: ["approval requests", status],
      limit,
      after,
    });
    return { requests: rows.map((row) => presentApproval(row, ctx.principal, now)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One of them. Throws APPROVAL_REQUEST_NOT_FOUND. */
export function readRequest(ctx: HubContext, requestId: string): Promise<ApprovalRequest> {
  const read = async (em: EntityManager) => {
    const where = `owner_id = $1 AND ${visible(2)} AND id = $6`;
    const values = [ctx.principal.ownerId, ...visibleTo(ctx), requestId];
    const [row] = await findRows(em, "approval_requests", where, values);
    if (!row) throw approvalRequestNotFound();
    return presentApproval(row, ctx.principal, ctx.clock.now());
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Approves a request; a job then runs its stored input, once. Throws APPROVAL_REQUEST_NOT_FOUND, FORBIDDEN for the requester
 * and without the right, and INVALID_STATE for a request that is not pending.
 */
export function approveRequest(ctx: HubContext, requestId: string): Promise<ApprovalRequest> {
  return decide(ctx, { operation: "approveApprovalRequest", requestId }, async (em, row) => {
    const refusal = mayDecide(ctx.principal, row);
    if (refusal) throw refusal;
    await enqueue(em, runQueue, { requestId });
    return { status: "approved" };
  });
}

/** Rejects a request: it never runs, and its requester is mailed. Throws as `approveRequest`. */
export function rejectRequest(ctx: HubContext, input: RejectApprovalInput): Promise<ApprovalRequest> {
  const { requestId, reason } = input;
  const call = { operation: "rejectApprovalRequest", requestId, reason };
  return decide(ctx, call, async (em, row) => {
    const refusal = mayDecide(ctx.principal, row);
    if (refusal) throw refusal;
    await enqueue(em, outcomeQueue, { requestId });
    return { status: "rejected", reason, inputSealed: null };
  });
}

/**
 * Cancels the caller's own request. Throws as `approveRequest`, and FORBIDDEN for anybody else and without the scope of the
 * operation.
 */
export function cancelRequest(ctx: HubContext, requestId: string): Promise<ApprovalRequest> {
  return decide(ctx, { operation: "cancelApprovalRequest", requestId }, (_em, row) => {
    if (!isRequester(ctx, row)) throw mayNotDecide();
    if (!kindsInScope(ctx.principal, "cancel").includes(row.kind)) throw lacksScopeToCancel();
    return Promise.resolve({ status: "cancelled", inputSealed: null });
  });
}

function decide(
  ctx: HubContext,
  { operation, requestId, ...input }: { operation: string; requestId: string; reason?: string },
  choose: (em: EntityManager, row: ApprovalRow) => Promise<Partial<ApprovalRow>>,
): Promise<ApprovalRequest> {
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation, input: { requestId, ...input } }, async (em) => {
    const row = await findOwn(em, "approval_requests", { ownerId, id: requestId, lock: true });
    if (!row || !isVisible(ctx, row)) throw approvalRequestNotFound();
    const now = ctx.clock.now();
    const decision = await choose(em, row);
    const status = statusAt(row, now);
    if (status !== "pending") throw notOpen(status);
    const decidedBy = ctx.principal.membership?.userId ?? ctx.principal.id;
    const changes = { ...decision, decidedBy, decidedAt: now.toISOString() };
    await updateRow(em, "approval_requests", row.id, changes);
    return presentApproval({ ...row, ...changes }, ctx.principal, now);
  });
}

/** Condition for rows that a principal sees; its four parameters start at this number. */
function visible(at: number): string {
  const isOwn = `(requester_id = $${at} OR requester_person = $${at + 1}) AND kind = ANY ($${at + 2}::text[])`;
  return `(${isOwn} OR kind = ANY ($${at + 3}::text[]))`;
}

function visibleTo({ principal }: HubContext): [string, string | null, readonly string[], readonly string[]] {
  const { id, kind, membership } = principal;
  const decides = kind === "user" && membership && !membership.isLimited;
  const followed = kindsInScope(principal, "follow");
  return [id, membership?.userId ?? null, followed, decides ? decidableKinds(membership) : []];
}

function isVisible(ctx: HubContext, row: ApprovalRow): boolean {
  const [, , followed, decided] = visibleTo(ctx);
  return (isRequester(ctx, row) && followed.includes(row.kind)) || decided.includes(row.kind);
}

function isRequester({ principal: { id, membership } }: HubContext, row: ApprovalRow): boolean {
  return (
    id === row.requesterId || (row.requesterPerson !== null && membership?.userId === row.requesterPerson)
  );
}
