import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { AuditActor, AuditEntryFacts } from "./audit.types.ts";
import type { AccountFault } from "./account-chain.ts";

@ObjectType({ description: "One action in an account and its outcome." })
export class AccountAuditEntry extends AuditEntryFacts {
  @Field(() => AuditActor, { description: "Member, key or service account that performed the action." })
  actor: AuditActor;
  @Field(() => String, { description: "SHA-256 of the entry, which the account's hash chain contains." })
  hash: string;
}

@ObjectType({ description: "Audit entries of an account, newest first." })
export class AccountAuditLogPage extends pageOf(AccountAuditEntry, "entries") {}

const time = "Only actions";

@ArgsType()
export class AccountAuditFilter {
  @Field(() => ID, { nullable: true, description: "Only actions of this member, key or service account." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  member?: string | null;
  @Field(() => ID, { nullable: true, description: "Only actions in this app." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  app?: string | null;
  @Field(() => String, { nullable: true, description: "Only actions with this mutation name." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  action?: string | null;
  @Field(() => String, { nullable: true, description: "Only actions on objects of this GraphQL type." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  objectType?: string | null;
  @Field(() => ID, { nullable: true, description: "Only actions on the object with this ID." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  object?: string | null;
  @Field(() => Date, { nullable: true, description: `${time} at this time or later.` })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: `${time} before this time.` })
  to?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page: `nextCursor` of the previous page.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  after?: string | null;
}

@ArgsType()
export class AccountAuditLogArgs extends AccountAuditFilter {
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of audit entries per page." })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}

@ArgsType()
export class AccountAuditFileArgs extends AccountAuditFilter {
  @Field(() => String, { description: "Format of the file: `csv` or `jsonl` (JSON Lines)." })
  @IsIn(["csv", "jsonl"])
  format: "csv" | "jsonl";
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({ description: "Audit entries of an account as a file, newest first." })
export class AccountAuditFile {
  @Field(() => String, { description: "Suggested file name." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: text/csv or application/jsonl." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "Text of the file, with at most 2,000 entries." })
  content: string;
  @Field(() => Int, { description: "Number of audit entries in the file." })
  count: number;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next file: pass it as `after`. Null when there are no more entries.",
  })
  nextCursor: string | null;
}

@ArgsType()
export class AccountAuditCheckArgs {
  @Field(() => Date, { nullable: true, description: "Verifies entries at this time or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Verifies entries before this time." })
  to?: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: "Sequence of a chain end that you kept. Verifies that the chain still has it.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  knownSequence?: number | null;
  @Field(() => String, { nullable: true, description: "Hash of the chain end that you kept." })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: "must be a SHA-256 hash as 64 hexadecimal digits" })
  knownHash?: string | null;
}

@ObjectType({ description: "First place where the audit chain of an account is broken." })
export class AccountAuditFault {
  @Field(() => ID, { nullable: true, description: "ID of the entry; null when the entry itself is missing." })
  id: string | null;
  @Field(() => Int, { nullable: true, description: "Position in the account's chain; null for none." })
  sequence: number | null;
  @Field(() => String, {
    description:
      "Kind of fault: `changed`, `removed`, `inserted`, `predecessor_missing`, or `end_missing` when the newest entries were removed.",
  })
  reason: AccountFault;
}

@ObjectType({ description: "End of an account's audit chain. Keep it to verify the chain later." })
export class AccountAuditEnd {
  @Field(() => Int, { description: "Number of entries of the account that were ever chained." })
  sequence: number;
  @Field(() => String, { description: "SHA-256 of the last link and so of every link before it." })
  hash: string;
}

@ObjectType({ description: "Result of verifying the audit chain of an account." })
export class AccountAuditCheck {
  @Field(() => Boolean, { description: "True when no fault was found, and a known end is still there." })
  valid: boolean;
  @Field(() => Int, { description: "Number of links that were verified, at most 20,000." })
  checked: number;
  @Field(() => Boolean, { description: "False when there are more links: verify a smaller range." })
  isComplete: boolean;
  @Field(() => Int, {
    description: "Entries from before the account had its own chain; only their own hashes are verified.",
  })
  unlinked: number;
  @Field(() => AccountAuditFault, { nullable: true, description: "First fault; null when there is none." })
  firstBroken: AccountAuditFault | null;
  @Field(() => AccountAuditEnd, { nullable: true, description: "End of the chain; null without entries." })
  end: AccountAuditEnd | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the chain has the known end; null when none was sent.",
  })
  hasKnownEnd: boolean | null;
}
