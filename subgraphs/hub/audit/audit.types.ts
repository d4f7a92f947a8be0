import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import type { PendingEntry } from "../../../src/access/audit-relay.ts";

@ObjectType({ description: "Who acted." })
export class AuditActor {
  @Field(() => String, {
    description:
      "`user`, `service_account`, `api_key`, `system`, `webhook`; `anonymous` when no credential was sent.",
  })
  type: string;
  @Field(() => ID)
  id: string;
}

@ObjectType({ description: "What was acted on." })
export class AuditTarget {
  @Field(() => String, { nullable: true, description: "Type of the graph." })
  type: string | null;
  @Field(() => ID, { nullable: true, description: "Null when nothing of an id was touched." })
  id: string | null;
}

@ObjectType({ description: "One action on the platform, and what came of it." })
export class AuditLogEntry {
  @Field(() => ID)
  id: string;
  @Field(() => Date)
  at: Date;
  @Field(() => AuditActor)
  actor: AuditActor;
  @Field(() => ID, { nullable: true, description: "The account that a key or a service account acted for." })
  onBehalfOf: string | null;
  @Field(() => String, { description: "Name of the mutation." })
  action: string;
  @Field(() => AuditTarget)
  target: AuditTarget;
  @Field(() => ID, { nullable: true })
  appId: string | null;
  @Field(() => String, { nullable: true })
  ip: string | null;
  @Field(() => String, { nullable: true })
  userAgent: string | null;
  @Field(() => String)
  requestId: string;
  @Field(() => String, { description: "`ok`, `denied` or `error`." })
  outcome: string;
  @Field(() => String, { nullable: true, description: "Code of the refusal or failure." })
  code: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "What was asked for. Text that is not a name or an id of the platform shows as ***.",
  })
  changes: Record<string, unknown> | null;
  @Field(() => String, { description: "The subgraph that acted." })
  subgraph: string;
  @Field(() => String, { description: "SHA-256 of the entry before this one in the chain." })
  prevHash: string;
  @Field(() => String, { description: "SHA-256 of this entry and of `prevHash`." })
  hash: string;
}

@ObjectType({ description: "Entries of the audit trail, newest first." })
export class AuditLogPage extends pageOf(AuditLogEntry, "auditLogs", {
  nextCursor: "Where the next page starts; null on the last one.",
}) {}

@ArgsType()
export class AuditLogArgs {
  @Field(() => String, { nullable: true, description: "Id of who acted, or of the account acted for." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  actor?: string | null;
  @Field(() => String, { nullable: true, description: "Name of the mutation." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  action?: string | null;
  @Field(() => String, { nullable: true, description: "Id or type of what was acted on." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  target?: string | null;
  @Field(() => Date, { nullable: true, description: "From this moment on." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Before this moment." })
  to?: Date | null;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}

@ObjectType({ description: "The first place where the audit trail is not what was written." })
export class AuditLogFault {
  @Field(() => String, { description: "UTC day of the chain, YYYY-MM-DD." })
  day: string;
  @Field(() => Int, { description: "Place in the day's chain, from 1." })
  sequence: number;
  @Field(() => ID, { nullable: true, description: "Null where the entry itself is missing." })
  id: string | null;
  @Field(() => String, {
    description:
      "`changed`: the entry is not what was written. `predecessor_missing`: what stood before it is gone, or it was " +
      "put in. `end_missing`: the newest entries are gone.",
  })
  reason: string;
}

@ObjectType({ description: "Whether the audit trail is what was written." })
export class AuditLogCheck {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => Int, { description: "Entries whose hashes were calculated again." })
  checked: number;
  @Field(() => AuditLogFault, { nullable: true })
  firstBroken: AuditLogFault | null;
}

@InputType({ description: "An audit row of a subgraph." })
export class AuditEntryInput implements PendingEntry {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  at: string;
  @Field(() => String)
  actorType: string;
  @Field(() => ID)
  actorId: string;
  @Field(() => ID, { nullable: true })
  onBehalfOf: string | null;
  @Field(() => String)
  action: string;
  @Field(() => String, { nullable: true })
  targetType: string | null;
  @Field(() => String, { nullable: true })
  targetId: string | null;
  @Field(() => ID, { nullable: true })
  appId: string | null;
  @Field(() => String, { nullable: true })
  ip: string | null;
  @Field(() => String, { nullable: true })
  userAgent: string | null;
  @Field(() => String)
  requestId: string;
  @Field(() => String)
  outcome: string;
  @Field(() => String, { nullable: true })
  code: string | null;
  @Field(() => String, { nullable: true })
  changes: string | null;
  @Field(() => String)
  retention: string;
}

@InputType({ description: "Audit rows that one subgraph hands over." })
export class ChainAuditEntriesInput {
  @Field(() => String)
  subgraph: string;
  @Field(() => [AuditEntryInput])
  entries: AuditEntryInput[];
}
