import type { EntityManager } from "@mikro-orm/postgresql";
import type {
  ApprovalDemand,
  ApprovalPort,
  GuardedCall,
  NewApproval,
} from "../../../src/access/approval.types.ts";
import { requesterOf, type Requester } from "../../../src/access/approval-requester.ts";
import type { RequestContext } from "../../../src/context.ts";
import { keepMembership } from "../../../src/db/membership.ts";
import { keyLifetimeMs } from "../../../src/db/idempotency.ts";
import { keyReused } from "../../../src/db/key-row.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { dedupeWindowMs, isDedupeKey } from "../../../src/dedupe-key.ts";
import type { ErrorDetails } from "../../../src/errors.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { HubContext } from "../hub.context.ts";
import { loosensRule } from "./approval-rules.service.ts";
import { mailQueue } from "./approval-queues.ts";
import { findRows, insertAll, selectRules, statusAt, type ApprovalRow } from "./approval.rows.ts";

/** How long a request waits for a decision. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

type AskedCall = Omit<GuardedCall, "args"> & { args?: Record<string, unknown> };

/** Approvals for operations of the hub itself. */
export const localApprovals: ApprovalPort = {
  check: (ctx, call) => checkApproval(ctx as HubContext, call, ownRequester(ctx)),
  request: (ctx, approval) => openRequest(ctx as HubContext, approval, ownRequester(ctx)),
};

const ownRequester = (ctx: RequestContext) => requesterOf(ctx.principal, ctx.idempotencyKey);

/** What stands between a call and its effect. Throws IDEMPOTENCY_KEY_REUSED. */
export function checkApproval(
  ctx: HubContext,
  call: AskedCall,
  requester: Requester,
): Promise<ApprovalDemand> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const read = async (em: EntityManager): Promise<ApprovalDemand> => {
    const known = await findKnown(em, { ownerId, call, requester, now });
    if (known?.status === "executed" && known.resultSealed !== null)
      return { state: "executed", requestId: known.id, resultSealed: known.resultSealed };
    if (known) return { state: "requested", request: describeRequest(known, now) };
    return { state: (await isDemanded(em, ctx, call, requester)) ? "needed" : "free" };
  };
  return inTransaction({ em: ctx.em, principal: { ownerId } }, read, { readOnly: true });
}

/**
 * Stores a request, and mails those who can decide it. Returns it as the requester sees it; the same call under the same
 * Idempotency-Key makes one request.
 */
export function openRequest(
  ctx: HubContext,
  approval: Omit<NewApproval, "args">,
  requester: Requester,
): Promise<ErrorDetails> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return inTransaction({ em: ctx.em, principal: { ownerId } }, async (em) => {
    const row = { ...rowOf(approval, requester, now), ownerId };
    row.requesterPerson ??= await makerOfKey(em, requester);
    await forgetOldKey(em, row, now);
    await insertAll(em, "approval_requests", [row], "ON CONFLICT DO NOTHING");
    const known = await findKnown(em, { ownerId, call: approval, requester: withKey(requester, row), now });
    if (known?.id === row.id) await enqueue(em, mailQueue, { requestId: row.id });
    await keepMembership(em, requester.membership);
    return describeRequest(known ?? row, now);
  });
}

const withKey = (requester: Requester, { clientKey }: ApprovalRow): Requester => ({
  ...requester,
  clientKey,
});

/** The request of the same call, by its Idempotency-Key; without one, of the same input within the dedupe window. */
async function findKnown(
  em: EntityManager,
  { ownerId, call, requester, now }: { ownerId: string; call: AskedCall; requester: Requester; now: Date },
): Promise<ApprovalRow | null> {
  const { id, clientKey } = requester;
  if (clientKey === null) return null;
  const own = "owner_id = $1 AND requester_id = $2 AND operation = $3";
  const isRepeat = isDedupeKey(clientKey);
  const since = new Date(now.getTime() - (isRepeat ? dedupeWindowMs : keyLifetimeMs));
  const where = isRepeat
    ? `${own} AND request_hash = $4 AND created_at > $5`
    : `${own} AND client_key = $4 AND (created_at > $5 OR finished_at > $5 OR status IN ('pending', 'approved'))`;
  const value = isRepeat ? call.requestHash : clientKey;
  const [row] = await findRows(em, "approval_requests", `${where} ORDER BY created_at DESC LIMIT 1`, [
    ownerId,
    id,
    call.operation,
    value,
    since,
  ]);
  if (row && row.requestHash !== call.requestHash) throw keyReused();
  return row ?? null;
}

/** A key is free again when the request of its first use is long over. */
async function forgetOldKey(em: EntityManager, row: ApprovalRow, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE approval_requests SET client_key = NULL WHERE owner_id = $1 AND requester_id = $2 AND operation = $3
       AND client_key = $4 AND created_at <= $5 AND coalesce(finished_at, created_at) <= $5
       AND status NOT IN ('pending', 'approved')`,
    [row.ownerId, row.requesterId, row.operation, row.clientKey, new Date(now.getTime() - keyLifetimeMs)],
  );
}

async function makerOfKey(em: EntityManager, { kind, id }: Requester): Promise<string | null> {
  if (kind !== "apiKey") return null;
  const sql = "SELECT created_by FROM api_keys WHERE id = $1";
  return (await executeSql<{ created_by: string | null }>(em, sql, [id]))[0]?.created_by ?? null;
}

async function isDemanded(
  em: EntityManager,
  ctx: HubContext,
  { kind, amount, args }: AskedCall,
  requester: Requester,
): Promise<boolean> {
  if (kind === "rule_changes") return loosensRule(em, ctx, args ?? {}, requester);
  const [rule] = await selectRules(em, ctx.principal.ownerId ?? "", kind);
  if (!rule) return false;
  if (rule.minimumMinor === null || amount === null || amount.currency !== rule.currency) return true;
  return amount.minor >= rule.minimumMinor;
}

function rowOf(approval: Omit<NewApproval, "args">, requester: Requester, now: Date): ApprovalRow {
  const { id, kind, subgraph, operation, appId, summary, inputSealed, amount, requestHash } = approval;
  const { clientKey } = requester;
  return {
    id,
    ownerId: "",
    kind,
    subgraph,
    operation,
    appId,
    requesterKind: requester.kind,
    requesterId: requester.id,
    requesterPerson: requester.person,
    requesterScopes: requester.scopes && [...requester.scopes],
    requesterApps: requester.apps && [...requester.apps],
    summary,
    inputSealed,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    clientKey: clientKey === null || isDedupeKey(clientKey) ? id : clientKey,
    requestHash,
    status: "pending",
    decidedBy: null,
    decidedAt: null,
    reason: null,
    startedAt: null,
    finishedAt: null,
    resultSealed: null,
    resultId: null,
    failure: null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
  };
}

/** A request as the response of the call shows it. */
function describeRequest(row: ApprovalRow, now: Date): ErrorDetails {
  const { id, kind, operation, amountMinor, currency, clientKey, reason, failure } = row;
  return {
    id,
    kind,
    operation,
    status: statusAt(row, now),
    amountMinor,
    currency,
    reason,
    failure,
    // The same request under this key returns the result once it has run.
    idempotencyKey: clientKey,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}
