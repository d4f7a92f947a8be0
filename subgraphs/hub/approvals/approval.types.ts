import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Directive, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import {
  approvalKinds,
  guardedKinds,
  type ApprovalKind,
  type GuardedKind,
} from "../../../src/access/approval.types.ts";
import { countedPageOf } from "../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

const statuses = ["pending", "approved", "executed", "failed", "rejected", "cancelled", "expired"] as const;
export type ApprovalStatus = (typeof statuses)[number];

const kindWords = "`payroll_runs`, `payouts`, `filings` or `key_creation`";
const statusWords =
  "`pending`, `approved` (about to run), `executed`, `failed`, `rejected`, `cancelled` or `expired`";

@ObjectType({ description: "Rule of an organization: whether a kind of operations needs a second person." })
export class ApprovalRule {
  @Field(() => String, { description: `Kind of operations: ${kindWords}.` })
  kind: ApprovalKind;
  @Field(() => Boolean, { description: "True when another member must approve each of these operations." })
  required: boolean;
  @Field(() => Int, {
    nullable: true,
    description:
      "Payouts below this amount need no approval, in minor units of `currency`. Null: all need one.",
  })
  minimumAmountMinor: number | null;
  @Field(() => String, { nullable: true, description: "Currency of the minimum amount, ISO 4217." })
  currency: string | null;
  @Field(() => Date, { nullable: true, description: "Time of the last change, ISO 8601 in UTC." })
  updatedAt: Date | null;
  @Field(() => ID, { nullable: true, description: "ID of the user who changed the rule last." })
  updatedBy: string | null;
}

@ObjectType({ description: "Approval rules of an organization." })
export class ApprovalRuleList {
  @Field(() => [ApprovalRule], { description: "One rule per kind, also where nothing is required." })
  rules: ApprovalRule[];
  @Field(() => Int, { description: "Number of rules." })
  total: number;
}

@InputType({ description: "Approval rule to set." })
export class SetApprovalRuleInput {
  @Field(() => String, { description: `Kind of operations: ${kindWords}.` })
  @IsIn(approvalKinds)
  kind: ApprovalKind;
  @Field(() => Boolean, { description: "True to require a second person, false to require none." })
  required: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "For `payouts`: smallest amount that needs approval, in minor units. Default: every payout.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(2_000_000_000)
  minimumAmountMinor?: number | null;
  @Field(() => String, { nullable: true, description: "Currency of the minimum amount, ISO 4217." })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/, { message: "must be a currency code of three capital letters" })
  currency?: string | null;
}

@ObjectType({ description: "Reason why an approved operation did not run." })
export class ApprovalFailure {
  @Field(() => String, { description: "Error code, as the operation itself would have returned it." })
  code: string;
  @Field(() => String, { description: "Error message." })
  message: string;
}

@ObjectType({ description: "Operation that waits for a second person, or has waited." })
export class ApprovalRequest {
  @Field(() => ID, { description: "ID of the request." })
  id: string;
  @Field(() => String, { description: `Kind of operations: ${kindWords}, or \`rule_changes\`.` })
  kind: GuardedKind;
  @Field(() => String, { description: "Mutation that runs when the request is approved." })
  operation: string;
  @Field(() => String, { description: `Status: ${statusWords}.` })
  status: ApprovalStatus;
  @Field(() => ID, { description: "ID of the user, API key or service account that made the call." })
  requestedBy: string;
  @Field(() => JSONObjectScalar, {
    description: "Input of the operation: numbers, dates, choices and IDs. Free text and secrets are masked.",
  })
  input: Record<string, unknown>;
  @Field(() => Float, { nullable: true, description: "Amount that moves, in minor units of `currency`." })
  amountMinor: number | null;
  @Field(() => String, { nullable: true, description: "Currency of the amount, ISO 4217." })
  currency: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the member who approved, rejected or cancelled." })
  decidedBy: string | null;
  @Field(() => Date, { nullable: true, description: "Time of the decision, ISO 8601 in UTC." })
  decidedAt: Date | null;
  @Field(() => String, { nullable: true, description: "Reason for a rejection." })
  reason: string | null;
  @Field(() => Date, { nullable: true, description: "Time the operation ran or failed, ISO 8601 in UTC." })
  finishedAt: Date | null;
  @Field(() => ID, { nullable: true, description: "ID of what the operation created or changed." })
  resultId: string | null;
  @Field(() => ApprovalFailure, { nullable: true, description: "Why the operation failed." })
  failure: ApprovalFailure | null;
  @Field(() => Boolean, { description: "True when you can approve or reject this request." })
  canDecide: boolean;
  @Field(() => Date, { description: "Time the request was made, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time from which the request can no longer be approved." })
  expiresAt: Date;
}

@ObjectType({ description: "A page of approval requests, newest first." })
export class ApprovalRequestPage extends countedPageOf(ApprovalRequest, "requests") {}

@ArgsType()
export class ApprovalRequestsArgs {
  @Field(() => String, { nullable: true, description: `Only requests of this status: ${statusWords}.` })
  @IsOptional()
  @IsIn(statuses)
  status?: ApprovalStatus | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of items per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}

@InputType({ description: "Approval request to approve or to cancel." })
export class ApprovalRequestInput {
  @Field(() => ID, { description: "ID of the approval request." })
  @MaxLength(64)
  requestId: string;
}

@InputType({ description: "Approval request to reject." })
export class RejectApprovalInput {
  @Field(() => ID, { description: "ID of the approval request." })
  @MaxLength(64)
  requestId: string;
  @Field(() => String, { description: "Reason that the requester sees, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({ description: "Call of a guarded operation in another subgraph." })
@Directive("@inaccessible")
export class GuardedCallInput {
  @Field(() => String, { description: "Kind of the operation." })
  @IsIn(guardedKinds)
  kind: GuardedKind;
  @Field(() => String, { description: "Name of the mutation." })
  @MaxLength(100)
  operation: string;
  @Field(() => Float, { nullable: true, description: "Amount that moves, in minor units." })
  @IsOptional()
  amountMinor?: number | null;
  @Field(() => String, { nullable: true, description: "Currency of the amount." })
  @IsOptional()
  currency?: string | null;
  @Field(() => String, { description: "Hash of the input." })
  requestHash: string;
  @Field(() => JSONObjectScalar, { description: "Who made the call." })
  requester: Record<string, unknown>;
  @Field(() => JSONObjectScalar, { nullable: true, description: "What to store, when a request is opened." })
  @IsOptional()
  stored?: Record<string, unknown> | null;
}

@ObjectType({ description: "What stands between a guarded call and its effect." })
@Directive("@inaccessible")
export class ApprovalDemandFacts {
  @Field(() => String, { description: "`free`, `needed`, `requested` or `executed`." })
  state: string;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Request that the call has already." })
  request: Record<string, unknown> | null;
  @Field(() => ID, { nullable: true, description: "ID of the request that has run." })
  requestId: string | null;
  @Field(() => String, { nullable: true, description: "Sealed result of the run." })
  resultSealed: string | null;
}
