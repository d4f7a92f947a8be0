import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PagedArgs, pageCursor } from "../vendors/vendor.types.ts";

export const LedgerExportStatus = { running: "running", completed: "completed", failed: "failed" } as const;
export type LedgerExportStatus = keyof typeof LedgerExportStatus;
registerEnumType(LedgerExportStatus, {
  name: "LedgerExportStatus",
  description: "State of an export of journal entries.",
  valuesConfig: {
    running: { description: "Entries are being sent, or wait for the other program." },
    completed: { description: "Every entry was sent, or refused there." },
    failed: { description: "It ended before all entries were sent." },
  },
});

export const LedgerExportEntryStatus = {
  pending: "pending",
  sending: "sending",
  exported: "exported",
  failed: "failed",
  unknown: "unknown",
  skipped: "skipped",
} as const;
export type LedgerExportEntryStatus = keyof typeof LedgerExportEntryStatus;
registerEnumType(LedgerExportEntryStatus, {
  name: "LedgerExportEntryStatus",
  description: "What became of a journal entry of an export.",
  valuesConfig: {
    pending: { description: "Not sent yet." },
    sending: { description: "Being sent." },
    exported: { description: "Posted in the other program." },
    failed: { description: "Refused by the other program; another export tries it again." },
    unknown: {
      description: "Sent without a response before the export ended; another export looks for it first.",
    },
    skipped: { description: "Not sent, because the export ended." },
  },
});

const providerWords = "Accounting program: `quickbooks` or `xero`.";
const companyIdWords = "ID of the company in the other program.";
const currencyWords = "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.";

@ObjectType({ description: "Export of journal entries to another accounting program." })
export class LedgerExport {
  @Field(() => ID, { description: "Unique ID of the export." })
  id: string;
  @Field(() => ID, { description: "ID of the connection that it uses." })
  connectionId: string;
  @Field(() => String, { description: providerWords })
  provider: string;
  @Field(() => String, { description: companyIdWords })
  remoteCompanyId: string;
  @Field(() => String, { description: "Name of the company in the other program." })
  companyName: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period." })
  to: string;
  @Field(() => LedgerExportStatus, { description: "State of the export." })
  status: LedgerExportStatus;
  @Field(() => String, {
    nullable: true,
    description: "Why it failed, and what to do; null unless `failed`.",
  })
  failure: string | null;
  @Field(() => Int, { description: "Number of entries that it sends." })
  entryCount: number;
  @Field(() => Int, { description: "Number of entries that were posted in the other program." })
  exportedCount: number;
  @Field(() => Int, { description: "Number of entries that the other program refused." })
  failedCount: number;
  @Field(() => Int, { description: "Number of entries that wait or are being sent." })
  waitingCount: number;
  @Field(() => Int, {
    description: "Number of entries of the period that an earlier export has sent to this company.",
  })
  earlierCount: number;
  @Field(() => Date, { description: "Time when the export was started." })
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "Time when it ended; null while it runs." })
  finishedAt: Date | null;
}

@ObjectType({ description: "One page of exports of journal entries, newest first." })
export class LedgerExportPage extends countedPageOf(LedgerExport, "exports", { nextCursor: pageCursor }) {}

@ObjectType({ description: "Journal entry of an export, and what became of it." })
export class LedgerExportEntry {
  @Field(() => ID, { description: "ID of the journal entry." })
  entryId: string;
  @Field(() => String, { description: "Number of the journal entry, such as `JE-2026-000042`." })
  number: string;
  @Field(() => DateScalar, { description: "Date of the journal entry." })
  date: string;
  @Field(() => LedgerExportEntryStatus, { description: "What became of it." })
  status: LedgerExportEntryStatus;
  @Field(() => String, {
    nullable: true,
    description: "ID of the entry in the other program; null unless `exported`.",
  })
  remoteId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason of the other program, in its words; null unless `failed`.",
  })
  reason: string | null;
}

@ObjectType({ description: "One page of the entries of an export." })
export class LedgerExportEntryPage extends countedPageOf(LedgerExportEntry, "entries", {
  nextCursor: pageCursor,
}) {}

@ObjectType({ description: "Account of the chart in the other program." })
export class RemoteLedgerAccount {
  @Field(() => String, { description: "ID of the account there." })
  id: string;
  @Field(() => String, { nullable: true, description: "Number of the account there; null without one." })
  code: string | null;
  @Field(() => String, { description: "Name of the account there." })
  name: string;
  @Field(() => String, { description: "Kind of the account, as the other program names it." })
  type: string;
  @Field(() => Boolean, {
    description:
      "Whether journal entries can use it. Xero takes none on bank and system accounts, QuickBooks Online none on receivables and payables without a name.",
  })
  usable: boolean;
}

@ObjectType({ description: "Ledger account, and the account there that its lines go to." })
export class LedgerExportAccount {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the ledger account." })
  accountCode: string;
  @Field(() => String, { description: "Name of the ledger account." })
  accountName: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the account there. Null when none was chosen and none there has the same code.",
  })
  remoteAccountId: string | null;
  @Field(() => Boolean, { description: "True for the account of the same code, false for a chosen one." })
  isDefault: boolean;
}

@ObjectType({ description: "Accounts that lines of journal entries go to in another program." })
export class LedgerExportMapping {
  @Field(() => String, { description: providerWords })
  provider: string;
  @Field(() => String, { description: companyIdWords })
  remoteCompanyId: string;
  @Field(() => String, { description: "Name of the company in the other program." })
  companyName: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => [LedgerExportAccount], { description: "Every active ledger account, by code." })
  accounts: LedgerExportAccount[];
}

@ObjectType({ description: "Chart of the other program beside the accounts of the ledger." })
export class LedgerExportAccounts extends LedgerExportMapping {
  @Field(() => [RemoteLedgerAccount], { description: "Active accounts there." })
  remoteAccounts: RemoteLedgerAccount[];
}

@ArgsType()
export class LedgerExportAccountsArgs {
  @Field(() => ID, { description: "ID of a connection to `quickbooks` or `xero`." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the company there. Required when the connection reaches several.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  remoteCompanyId?: string | null;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Account there for one ledger account." })
export class LedgerExportAccountInput {
  @Field(() => ID, { description: "ID of the ledger account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the account there. Null uses the one of the same code again.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  remoteAccountId?: string | null;
}

@InputType({ description: "Accounts there to use from the next export on." })
export class UpdateLedgerExportAccountsInput {
  @Field(() => ID, { description: "ID of a connection to `quickbooks` or `xero`." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the company there. Required when the connection reaches several.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  remoteCompanyId?: string | null;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => [LedgerExportAccountInput], { description: "Accounts to change; others stay as they are." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  accounts: LedgerExportAccountInput[];
}

@InputType({ description: "Period whose journal entries are exported, and where to." })
export class StartLedgerExportInput {
  @Field(() => ID, { description: "ID of a connection to `quickbooks` or `xero`." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the company there. Required when the connection reaches several.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  remoteCompanyId?: string | null;
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period." })
  to: string;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@ArgsType()
export class LedgerExportsArgs extends PagedArgs {}

@ArgsType()
export class LedgerExportArgs {
  @Field(() => ID, { description: "ID of the export." })
  @MaxLength(64)
  exportId: string;
}

@ArgsType()
export class LedgerExportEntriesArgs extends PagedArgs {
  @Field(() => ID, { description: "ID of the export." })
  @MaxLength(64)
  exportId: string;
  @Field(() => LedgerExportEntryStatus, { nullable: true, description: "Only entries in this state." })
  @IsOptional()
  status?: LedgerExportEntryStatus | null;
}
