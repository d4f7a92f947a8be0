import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { BankRuleSuggestion } from "../bank-rules/bank-rule.types.ts";
import { pageCursor } from "../vendors/vendor.types.ts";

export const BankStatementFormat = {
  csv: "csv",
  ofx: "ofx",
  camt053: "camt053",
  connection: "connection",
} as const;
export type BankStatementFormat = keyof typeof BankStatementFormat;
registerEnumType(BankStatementFormat, {
  name: "BankStatementFormat",
  description: "Where the lines of a bank statement come from.",
  valuesConfig: {
    csv: { description: "CSV with a header line; separated by comma, semicolon or tab." },
    ofx: { description: "OFX, version 1 or 2." },
    camt053: { description: "CAMT.053, the XML statement of ISO 20022." },
    connection: { description: "Transactions of a connected bank account; no format of files." },
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
  @Field(() => ID, {
    nullable: true,
    description: "ID of the bank rule that posted the entry it is matched with; null for others.",
  })
  ruleId: string | null;
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
class UnmatchedBankLine {
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
  @Field(() => BankRuleSuggestion, {
    nullable: true,
    description: "First rule whose conditions the line meets; null without one.",
  })
  rule: BankRuleSuggestion | null;
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
