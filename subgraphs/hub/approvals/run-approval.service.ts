import { inputPlace } from "../../../src/access/approvals.ts";
import type { ApprovedRun } from "../../../src/access/approved-run.ts";
import { approvingApps, rightsOf, type AccountRole, type AppRights } from "../../../src/access/roles.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import { settleApproval } from "../../../src/access/settle-approval.ts";
import { decodeJson } from "../../../src/db/json-codec.ts";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { RunMutation } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { outcomeQueue } from "./approval-queues.ts";
import { findRows, statusAt, type ApprovalRow } from "./approval.rows.ts";
import { mayNotDecide } from "./approvals.errors.ts";
import { decidableKinds } from "./may-decide.ts";
import { requesterPrincipal } from "./requester-principal.service.ts";

/** A run that was interrupted is taken up again for less long than its idempotency key lasts. */
const resumableMs = 23 * 60 * 60 * 1000;
/** Refusals that may be over at the next attempt. */
const passing = new Set([
  "ACCOUNT_NOT_FOUND",
  "IDEMPOTENCY_IN_PROGRESS",
  "RATE_LIMIT_EXCEEDED",
  "VERSION_CONFLICT",
]);

/** One attempt to run a request. */
export interface RunAttempt {
  requestId: string;
  isLast: boolean;
  runMutation: RunMutation;
}

/**
 * Runs the stored input of an approved request as its requester, and records in the transaction of the effect that it has
 * run: of any number of runs one has an effect. Requester and approver must be members with their rights still. A refusal
 * is stored as the failure of the request; anything else is thrown, to be tried again. The requester is mailed about the
 * end, also when the worker died between the end and the mail.
 */
export async function runApproval(ctx: HubContext, attempt: RunAttempt): Promise<void> {
  await run(ctx, attempt);
  await enqueue(ctx.em, outcomeQueue, { requestId: attempt.requestId });
}

async function run(ctx: HubContext, attempt: RunAttempt): Promise<void> {
  const row = await findRequest(ctx, attempt.requestId);
  if (row?.status !== "approved") return;
  const now = ctx.clock.now();
  if (statusAt(row, now) === "expired") return endRequest(ctx, row.id, "expired", null);
  try {
    const startedAt = await start(ctx, row, now);
    if (now.getTime() - startedAt.getTime() > resumableMs) throw interrupted();
    const call = await callOf(ctx, row);
    const args = decodeJson(ctx.ports.keyRing.open(row.inputSealed!, inputPlace(row.id)));
    await attempt.runMutation(row.subgraph, row.operation, args as Record<string, unknown>, call);
  } catch (error) {
    // Another run may have ended it while this one failed.
    if ((await findRequest(ctx, row.id))?.status !== "approved") return;
    const isFinal = error instanceof DomainError && error.status < 500 && !passing.has(error.code);
    if (!isFinal && !attempt.isLast) throw error;
    if (!isFinal) ctx.log.error({ err: error, requestId: row.id }, "An approved request could not be run");
    await endRequest(ctx, row.id, "failed", failureOf(error));
  }
}

/**
 * Marks what nobody has decided in time as expired and mails the requesters, and deletes inputs and results whose time is
 * over. For a job.
 */
export async function sweepApprovals(ctx: HubContext): Promise<void> {
  const now = ctx.clock.now();
  await asSystem(ctx.em, async (em) => {
    const expired = await executeSql<{ requestId: string }>(
      em,
      `UPDATE approval_requests SET status = 'expired', input_sealed = NULL
       WHERE (status = 'pending' OR status = 'approved' AND started_at IS NULL) AND expires_at <= $1
       RETURNING id AS "requestId"`,
      [now],
    );
    for (const request of expired) await enqueue(em, outcomeQueue, request);
    await executeSql(
      em,
      "UPDATE approval_requests SET result_sealed = NULL WHERE result_sealed IS NOT NULL AND finished_at <= $1",
      [new Date(now.getTime() - 24 * 60 * 60 * 1000)],
    );
  });
}

function findRequest(ctx: HubContext, requestId: string): Promise<ApprovalRow | undefined> {
  return asSystem(ctx.em, async (em) => (await findRows(em, "approval_requests", "id = $1", [requestId]))[0]);
}

/** When the first attempt began. */
async function start(ctx: HubContext, { id }: ApprovalRow, now: Date): Promise<Date> {
  const sql = `UPDATE approval_requests SET started_at = coalesce(started_at, $2) WHERE id = $1
    RETURNING started_at AS "startedAt"`;
  const [row] = await asSystem(ctx.em, (em) => executeSql<{ startedAt: string }>(em, sql, [id, now]));
  return new Date(row!.startedAt);
}

/** The call of the requester, as it would be made now. */
async function callOf(ctx: HubContext, row: ApprovalRow): Promise<CallContext> {
  const { clock, log, publicUrl, requestId } = ctx;
  return {
    principal: await requesterPrincipal(ctx, row),
    requestId,
    appId: row.appId,
    // A client's key cannot contain a space.
    idempotencyKey: `approval ${row.id}`,
    clock,
    log,
    meter: newMeter(),
    publicUrl,
    approval: await approvedRun(ctx, row),
  };
}

interface ApproverRow {
  role: AccountRole;
  appRights: AppRights;
  version: number;
}

async function approvedRun(ctx: HubContext, row: ApprovalRow): Promise<ApprovedRun> {
  const userId = row.decidedBy ?? "";
  const sql = `SELECT m.role, m.app_rights AS "appRights", m.version FROM account_members m
    JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.suspended_at IS NULL
    WHERE m.owner_id = $1 AND m.user_id = $2`;
  const [member] = await readAsSystem<ApproverRow>(ctx.em, { sql, parameters: [row.ownerId, userId] });
  const rights = member && {
    rights: rightsOf(member.role),
    approves: approvingApps(member.role, member.appRights),
  };
  if (!member || !rights || !decidableKinds(rights).includes(row.kind)) throw mayNotDecide();
  const approver = { userId, version: member.version };
  const { id: requestId, ownerId: accountId } = row;
  return {
    requestId,
    accountId,
    approver,
    settle: (em, { sealed: resultSealed, objectId }) =>
      settleApproval(em, { requestId, accountId, approver, resultSealed, objectId }),
  };
}

async function endRequest(
  ctx: HubContext,
  id: string,
  status: "failed" | "expired",
  failure: { code: string; message: string } | null,
): Promise<void> {
  const sql = `UPDATE approval_requests SET status = $2, failure = $3, finished_at = $4, input_sealed = NULL
    WHERE id = $1 AND status = 'approved'`;
  const values = [id, status, failure && JSON.stringify(failure), ctx.clock.now()];
  await asSystem(ctx.em, (em) => executeSql(em, sql, values));
}

function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof DomainError) return { code: error.code, message: error.message };
  return { code: "INTERNAL_ERROR", message: "Something went wrong on our side. Make the request again." };
}

function interrupted(): DomainError {
  return new DomainError("INVALID_STATE", "The run was interrupted for too long. Make the request again.", {
    reason: "interrupted",
  });
}
