import type { KeyRing } from "../crypto/crypto.ts";
import type { RequestContext } from "../context.ts";
import type { ErrorDetails } from "../errors.ts";

/** Kinds of operations for which an organization can demand a second person. */
export const approvalKinds = ["payroll_runs", "payouts", "filings", "key_creation"] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The kinds of guarded operations: those, and loosening one of their rules. */
export const guardedKinds = [...approvalKinds, "rule_changes"] as const;
export type GuardedKind = (typeof guardedKinds)[number];

/** Money that leaves an account, in minor units of the currency. */
export interface PayoutAmount {
  minor: number;
  currency: string;
}

/** A call of a guarded operation. */
export interface GuardedCall {
  kind: GuardedKind;
  operation: string;
  args: Record<string, unknown>;
  amount: PayoutAmount | null;
  /** Hash of the input: the same key with another input is refused. */
  requestHash: string;
}

/** What stands between a guarded call and its effect. */
export type ApprovalDemand =
  /** Nothing: the account demands no second person for it. */
  | { state: "free" }
  /** Somebody else has to approve it. */
  | { state: "needed" }
  /** The same call, by its Idempotency-Key, has a request already. */
  | { state: "requested"; request: ErrorDetails }
  /** Its request was approved and has run; the sealed result is that of this request. */
  | { state: "executed"; requestId: string; resultSealed: string };

/** A request for approval as it is stored. */
export interface NewApproval extends GuardedCall {
  id: string;
  subgraph: string;
  appId: string | null;
  /** The input as audit rows show it. */
  summary: Record<string, unknown>;
  /** The input as it runs. */
  inputSealed: string;
}

/** The hub's approvals, as the subgraphs reach them. */
export interface ApprovalPort {
  check(ctx: RequestContext, call: GuardedCall): Promise<ApprovalDemand>;
  /** Stores a request; returns it, or the one that the same call has stored in the meantime. */
  request(ctx: RequestContext, approval: NewApproval): Promise<ErrorDetails>;
}

export interface ApprovalOptions {
  subgraph: string;
  approvals(ctx: RequestContext): ApprovalPort;
  keyRing(ctx: RequestContext): KeyRing;
}
