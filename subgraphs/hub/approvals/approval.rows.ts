import type { EntityManager } from "@mikro-orm/postgresql";
import type { ApprovalKind, GuardedKind } from "../../../src/access/approval.types.ts";
import type { Principal } from "../../../src/access/principal.ts";
import { plainRows } from "../../../src/db/rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { ApprovalFailure, ApprovalRequest, ApprovalStatus } from "./approval.types.ts";
import { mayDecide } from "./may-decide.ts";

export interface ApprovalRow {
  id: string;
  ownerId: string;
  kind: GuardedKind;
  subgraph: string;
  operation: string;
  appId: string | null;
  requesterKind: "user" | "apiKey" | "serviceAccount";
  requesterId: string;
  /** Who cannot decide: the user, the user of a service account, or who made the key. */
  requesterPerson: string | null;
  requesterScopes: string[] | null;
  requesterApps: string[] | null;
  summary: Record<string, unknown>;
  inputSealed: string | null;
  amountMinor: number | null;
  currency: string | null;
  clientKey: string | null;
  requestHash: string;
  status: ApprovalStatus;
  decidedBy: string | null;
  decidedAt: string | null;
  reason: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  resultSealed: string | null;
  resultId: string | null;
  failure: ApprovalFailure | null;
  createdAt: string;
  expiresAt: string;
}

export interface ApprovalRuleRow {
  kind: ApprovalKind;
  minimumMinor: number | null;
  currency: string | null;
  updatedBy: string;
  updatedAt: string;
}

export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<{
  approval_requests: ApprovalRow;
}>();

export async function selectRules(
  em: EntityManager,
  accountId: string,
  kind?: string,
): Promise<ApprovalRuleRow[]> {
  return executeSql<ApprovalRuleRow>(
    em,
    `SELECT kind, minimum_minor::float8 AS "minimumMinor", currency, updated_by AS "updatedBy", updated_at AS "updatedAt"
     FROM approval_rules WHERE owner_id = $1 AND ($2::text IS NULL OR kind = $2)`,
    [accountId, kind ?? null],
  );
}

/** The status at this moment: what nobody has decided, or what has not begun to run, expires by time alone. */
export function statusAt(
  { status, expiresAt, startedAt }: Pick<ApprovalRow, "status" | "expiresAt" | "startedAt">,
  now: Date,
): ApprovalStatus {
  const isWaiting = status === "pending" || (status === "approved" && startedAt === null);
  return isWaiting && new Date(expiresAt) <= now ? "expired" : status;
}

/** A request as this principal sees it. */
export function presentApproval(row: ApprovalRow, principal: Principal, now: Date): ApprovalRequest {
  const status = statusAt(row, now);
  return {
    id: row.id,
    kind: row.kind,
    operation: row.operation,
    status,
    requestedBy: row.requesterId,
    input: row.summary,
    amountMinor: row.amountMinor,
    currency: row.currency,
    decidedBy: row.decidedBy,
    decidedAt: timeOf(row.decidedAt),
    reason: row.reason,
    finishedAt: timeOf(row.finishedAt),
    resultId: row.resultId,
    failure: row.failure,
    canDecide: status === "pending" && mayDecide(principal, row) === null,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  };
}

function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
