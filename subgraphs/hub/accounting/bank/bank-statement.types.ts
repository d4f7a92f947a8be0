import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { StatementMappingInput } from "../../../../src/bank-statements/statement-mapping.types.ts";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PagedArgs, pageCursor } from "../vendors/vendor.types.ts";

export const BankStatementFormat = { csv: "csv", ofx: "ofx", camt053: "camt053" } as const;
export type BankStatementFormat = keyof typeof BankStatementFormat;
registerEnumType(BankStatementFormat, {
  name: "BankStatementFormat",
  description: "File format of a bank statement.",
  valuesConfig: {
    csv: { description: "CSV with a header line; separated by comma, semicolon or tab." },
    ofx: { description: "OFX, version 1 or 2." },
    camt053: { description: "CAMT.053, the XML statement of ISO 20022." },
  },
});

export const BankStatementStatus = { open: "open", completed: "completed" } as const;
export type BankStatementStatus = keyof typeof BankStatementStatus;
registerEnumType(BankStatementStatus, {
  name: "BankStatementStatus",
  description: "State of a bank statement.",
  valuesConfig: {
    open: { description: "Its lines can be matched." },
    completed: { description: "Its reconciliation is complete; lines and matches are locked." },
  },
});

export const BankMatchReason = {
  same_amount: "same_amount",
  same_day_total: "same_day_total",
  same_date: "same_date",
  near_date: "near_date",
  similar_text: "similar_text",
  only_candidate: "only_candidate",
} as const;
export type BankMatchReason = keyof typeof BankMatchReason;
registerEnumType(BankMatchReason, {
  name: "BankMatchReason",
  description: "Why journal entries are suggested for a bank line.",
  valuesConfig: {
    same_amount: { description: "The entry has the amount of the line." },
    same_day_total: { description: "The entries of one day have the amount of the line in sum." },
    same_date: { description: "It has the date of the line." },
    near_date: { description: "Its date is at most 3 days away." },
    similar_text: { description: "Its memo has words of the payee or the notes." },
    only_candidate: { description: "No other entry near the date has the amount." },
  },
});

@ObjectType({ description: "Bank statement of a ledger account." })
export class BankStatement {
  @Field(() => ID, { description: "Unique ID of the statement." })
  id: string;
  @Field(() => ID, { description: "ID of the ledger account." })
  ledgerAccountId: string;
  @Field(() => BankStatementFormat, { description: "Format of the file." })
  format: BankStatementFormat;
  @Field(() => BankStatementStatus, { description: "State of the statement." })
  status: BankStatementStatus;
  @Field(() => DateScalar, { description: "Date of the first line." })
  from: string;
  @Field(() => DateScalar, { description: "Date of the last line." })
  to: string;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Balance before the lines; null while it is not known.",
  })
  openingBalance: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Balance after the lines; null while it is not known.",
  })
  closingBalance: number | null;
  @Field(() => MoneyScalar, { description: "Sum of the lines." })
  linesTotal: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Closing balance less opening balance and lines: 0 when all lines are there. Null while a balance is missing.",
  })
  difference: number | null;
  @Field(() => Int, { description: "Number of lines." })
  lineCount: number;
  @Field(() => Int, { description: "Number of lines without a match." })
  unmatchedCount: number;
  @Field(() => Int, { description: "Number of lines of the file that were imported before and left out." })
  duplicates: number;
  @Field(() => Date, { description: "When the statement was imported." })
  createdAt: Date;
}

@ObjectType({ description: "Bank statements, latest one first." })
export class BankStatementPage extends countedPageOf(BankStatement, "statements", {
  nextCursor: pageCursor,
}) {}

@ObjectType({ description: "Line of a bank statement." })
export class BankLine {
  @Field(() => ID, { description: "Unique ID of the line." })
  id: string;
  @Field(() => ID, { description: "ID of the statement." })
  statementId: string;
  @Field(() => DateScalar, { description: "Date on which the bank booked it." })
  date: string;
  @Field(() => MoneyScalar, { description: "Amount; what came in is above 0, what went out is below." })
  amount: number;
  @Field(() => String, { description: "Other party, or the bank's text." })
  payee: string;
  @Field(() => String, { nullable: true, description: "Further text of the bank; null without one." })
  notes: string | null;
  @Field(() => [ID], {
    description: "IDs of the journal entries that it is matched with; empty without a match.",
  })
  entryIds: string[];
  @Field(() => [ID], { description: "IDs of all lines of the match, with this one; empty without a match." })
  matchedLineIds: string[];
}

@ObjectType({ description: "Lines of a bank statement, latest date first." })
export class BankLinePage extends countedPageOf(BankLine, "lines", { nextCursor: pageCursor }) {}

@ObjectType({ description: "Journal entries that fit a line of a bank statement." })
export class BankMatchSuggestion {
  @Field(() => [ID], { description: "IDs of the journal entries, as arguments of a match." })
  entryIds: string[];
  @Field(() => DateScalar, { description: "Date of the entries." })
  date: string;
  @Field(() => String, { description: "Memo of the first entry." })
  memo: string;
  @Field(() => [BankMatchReason], { description: "Why they fit, strongest reason first." })
  reasons: BankMatchReason[];
}

@ObjectType({ description: "Line of a bank statement without a match." })
export class UnmatchedBankLine {
  @Field(() => ID, { description: "Unique ID of the line." })
  id: string;
  @Field(() => DateScalar, { description: "Date on which the bank booked it." })
  date: string;
  @Field(() => MoneyScalar, { description: "Amount; what came in is above 0, what went out is below." })
  amount: number;
  @Field(() => String, { description: "Other party, or the bank's text." })
  payee: string;
  @Field(() => String, { nullable: true, description: "Further text of the bank; null without one." })
  notes: string | null;
  @Field(() => [BankMatchSuggestion], { description: "Up to 3 suggestions, best one first." })
  suggestions: BankMatchSuggestion[];
}

@ObjectType({ description: "Lines of a bank statement without a match, latest date first." })
export class UnmatchedBankLinePage extends countedPageOf(UnmatchedBankLine, "lines", {
  nextCursor: pageCursor,
}) {}

@ObjectType({ description: "Completed reconciliation of a bank statement." })
export class BankReconciliation {
  @Field(() => ID, { description: "Unique ID of the reconciliation." })
  id: string;
  @Field(() => ID, { description: "ID of the statement." })
  statementId: string;
  @Field(() => ID, { description: "ID of the ledger account." })
  ledgerAccountId: string;
  @Field(() => DateScalar, { description: "Date through which every line is matched." })
  through: string;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Balance before the lines." })
  openingBalance: number;
  @Field(() => MoneyScalar, { description: "Balance after the lines." })
  closingBalance: number;
  @Field(() => ID, { description: "ID of the user who completed it." })
  completedBy: string;
  @Field(() => Date, { description: "When it was completed." })
  completedAt: Date;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the user who reopened it; null while it is complete.",
  })
  reopenedBy: string | null;
  @Field(() => Date, { nullable: true, description: "When it was reopened; null while it is complete." })
  reopenedAt: Date | null;
  @Field(() => String, { nullable: true, description: "Why it was reopened; null while it is complete." })
  reason: string | null;
}

@ObjectType({
  description: "Reconciliations of bank statements, newest first, with those that were reopened.",
})
export class BankReconciliationPage extends countedPageOf(BankReconciliation, "reconciliations", {
  nextCursor: pageCursor,
}) {}

@InputType({ description: "Bank statement to import into a ledger account." })
export class ImportBankStatementInput {
  @Field(() => ID, { description: "ID of a ledger account for cash or a credit card." })
  @MaxLength(64)
  ledgerAccountId: string;
  @Field(() => BankStatementFormat, { description: "Format of the file." })
  format: BankStatementFormat;
  @Field(() => String, { description: "Text of the file, at most 5,000 lines and 900,000 characters." })
  @MaxLength(900_000)
  @Matches(/\S/, { message: "must not be blank" })
  content: string;
  @Field(() => StatementMappingInput, { nullable: true, description: "Columns of a CSV file." })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
}

@InputType({ description: "Line of a bank statement, and the journal entries to match it with." })
export class MatchBankLineInput {
  @Field(() => ID, { description: "ID of the line." })
  @MaxLength(64)
  lineId: string;
  @Field(() => [ID], { description: "IDs of 1 to 50 posted entries with lines on the ledger account." })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  entryIds: string[];
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of up to 50 further lines of the ledger account that belong to the same entries.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  otherLineIds?: string[] | null;
}

@InputType({ description: "Line of a bank statement whose match is removed." })
export class UnmatchBankLineInput {
  @Field(() => ID, { description: "ID of the line." })
  @MaxLength(64)
  lineId: string;
}

@InputType({ description: "Bank statement whose reconciliation is completed." })
export class CompleteBankReconciliationInput {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Balance before the lines. Default: of the file, or of the last completed reconciliation.",
  })
  @IsOptional()
  @Min(-9_999_999_999.99)
  @Max(9_999_999_999.99)
  openingBalance?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Balance after the lines. Default: of the file." })
  @IsOptional()
  @Min(-9_999_999_999.99)
  @Max(9_999_999_999.99)
  closingBalance?: number | null;
}

@InputType({ description: "Bank statement whose reconciliation is reopened." })
export class ReopenBankReconciliationInput {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
  @Field(() => String, {
    description: "Why it is reopened, up to 500 characters. Kept with the reconciliation.",
  })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@ArgsType()
export class BankStatementsArgs extends PagedArgs {
  @Field(() => ID, { nullable: true, description: "Only statements of this ledger account." })
  @IsOptional()
  @MaxLength(64)
  ledgerAccountId?: string | null;
  @Field(() => BankStatementStatus, { nullable: true, description: "Only statements in this state." })
  @IsOptional()
  status?: BankStatementStatus | null;
}

@ArgsType()
export class BankLinesArgs extends PagedArgs {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
}

@ArgsType()
export class BankReconciliationsArgs extends PagedArgs {
  @Field(() => ID, { nullable: true, description: "Only reconciliations of this ledger account." })
  @IsOptional()
  @MaxLength(64)
  ledgerAccountId?: string | null;
}
