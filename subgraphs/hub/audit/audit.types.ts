import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import type { PendingEntry } from "../../../src/access/audit-relay.ts";

@ObjectType({ description: "Principal that performed an action." })
export class AuditActor {
  @Field(() => String, {
    description:
      "Type of principal: `user`, `service_account`, `api_key`, `system`, `webhook`, or `anonymous` without a credential.",
  })
  type: string;
  @Field(() => ID, { description: "ID of the principal." })
  id: string;
}

@ObjectType({ description: "Object that an action changed." })
export class AuditTarget {
  @Field(() => String, { nullable: true, description: "GraphQL type of the object; null when unknown." })
  type: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the object; null when the action has no single object.",
  })
  id: string | null;
}

/** What an entry is to the platform's administrators and to those of its account. */
@ObjectType()
export abstract class AuditEntryFacts {
  @Field(() => ID, { description: "ID of the audit entry." })
  id: string;
  @Field(() => Date, { description: "Time of the action, ISO 8601 in UTC." })
  at: Date;
  @Field(() => String, { description: "Name of the mutation." })
  action: string;
  @Field(() => AuditTarget, { description: "Object that the action changed." })
  target: AuditTarget;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app named in the request; null when none was named.",
  })
  appId: string | null;
  @Field(() => String, { nullable: true, description: "IP address of the client; null when unknown." })
  ip: string | null;
  @Field(() => String, {
    nullable: true,
    description: "User-Agent header of the client; null when it sent none.",
  })
  userAgent: string | null;
  @Field(() => String, { description: "ID of the request, as in the `x-request-id` header." })
  requestId: string;
  @Field(() => String, { description: "Outcome of the action: `ok`, `denied` or `error`." })
  outcome: string;
  @Field(() => String, {
    nullable: true,
    description: "Error code of a denied or failed action; null for `ok`.",
  })
  code: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Input of the action. Text other than platform names and IDs is masked as ***.",
  })
  changes: Record<string, unknown> | null;
}

@ObjectType({ description: "One action on the platform and its outcome." })
export class AuditLogEntry extends AuditEntryFacts {
  @Field(() => AuditActor, { description: "Principal that performed the action." })
  actor: AuditActor;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account that a key or service account acted for; null otherwise.",
  })
  onBehalfOf: string | null;
  @Field(() => String, { description: "Name of the subgraph that performed the action." })
  subgraph: string;
  @Field(() => String, { description: "SHA-256 of the previous entry in the chain." })
  prevHash: string;
  @Field(() => String, { description: "SHA-256 of this entry and of `prevHash`." })
  hash: string;
}

@ObjectType({ description: "Entries of the audit trail, newest first." })
export class AuditLogPage extends pageOf(AuditLogEntry, "auditLogs", {
  nextCursor: "Cursor for the next page: pass it as `cursor`. Null on the last page.",
}) {}

@ArgsType()
export class AuditLogArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only actions of this principal or on behalf of this account, by ID.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  actor?: string | null;
  @Field(() => String, { nullable: true, description: "Only actions with this mutation name." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  action?: string | null;
  @Field(() => String, { nullable: true, description: "Only actions on this object, by ID or type." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  target?: string | null;
  @Field(() => Date, { nullable: true, description: "Only actions at this time or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only actions before this time." })
  to?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page: `nextCursor` of the previous page.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of audit entries per page." })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}

@ObjectType({ description: "First place where the audit trail was tampered with." })
export class AuditLogFault {
  @Field(() => String, { description: "UTC day of the hash chain, as YYYY-MM-DD." })
  day: string;
  @Field(() => Int, { description: "Position in the day's chain, starting at 1." })
  sequence: number;
  @Field(() => ID, { nullable: true, description: "ID of the entry; null when the entry itself is missing." })
  id: string | null;
  @Field(() => String, {
    description:
      "Kind of fault. `changed`: the entry was modified. `predecessor_missing`: the entry before was removed, or this one was inserted. `end_missing`: the newest entries were removed.",
  })
  reason: string;
}

@ObjectType({ description: "Result of verifying the audit trail's hash chain." })
export class AuditLogCheck {
  @Field(() => Boolean, { description: "True when no entry was changed, inserted or removed." })
  valid: boolean;
  @Field(() => Int, { description: "Number of entries whose hashes were verified." })
  checked: number;
  @Field(() => AuditLogFault, {
    nullable: true,
    description: "First fault found; null when the trail is valid.",
  })
  firstBroken: AuditLogFault | null;
}

@InputType({ description: "Audit entry recorded by a subgraph." })
export class AuditEntryInput implements PendingEntry {
  @Field(() => ID, { description: "ID of the audit entry." })
  id: string;
  @Field(() => String, { description: "Time of the action, ISO 8601 in UTC." })
  at: string;
  @Field(() => String, { description: "Type of the principal that acted." })
  actorType: string;
  @Field(() => ID, { description: "ID of the principal that acted." })
  actorId: string;
  @Field(() => ID, { nullable: true, description: "ID of the account that was acted for; null otherwise." })
  onBehalfOf: string | null;
  @Field(() => String, { description: "Name of the mutation." })
  action: string;
  @Field(() => String, {
    nullable: true,
    description: "GraphQL type of the changed object; null when unknown.",
  })
  targetType: string | null;
  @Field(() => String, { nullable: true, description: "ID of the changed object; null when there is none." })
  targetId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app named in the request; null when none was named.",
  })
  appId: string | null;
  @Field(() => String, { nullable: true, description: "IP address of the client; null when unknown." })
  ip: string | null;
  @Field(() => String, {
    nullable: true,
    description: "User-Agent header of the client; null when it sent none.",
  })
  userAgent: string | null;
  @Field(() => String, { description: "ID of the request." })
  requestId: string;
  @Field(() => String, { description: "Outcome of the action: `ok`, `denied` or `error`." })
  outcome: string;
  @Field(() => String, {
    nullable: true,
    description: "Error code of a denied or failed action; null for `ok`.",
  })
  code: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Masked input of the action as JSON; null when there is none.",
  })
  changes: string | null;
  @Field(() => String, { description: "Retention class that decides how long the entry is kept." })
  retention: string;
}

@InputType({ description: "Audit entries handed over by one subgraph." })
export class ChainAuditEntriesInput {
  @Field(() => String, { description: "Name of the subgraph." })
  subgraph: string;
  @Field(() => [AuditEntryInput], { description: "Audit entries in the order they were recorded." })
  entries: AuditEntryInput[];
}
