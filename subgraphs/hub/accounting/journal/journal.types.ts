import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const JournalEntryStatus = { draft: "draft", posted: "posted" } as const;
export type JournalEntryStatus = keyof typeof JournalEntryStatus;
registerEnumType(JournalEntryStatus, {
  name: "JournalEntryStatus",
  description: "Status of a journal entry.",
  valuesConfig: {
    draft: { description: "Not in reports yet; it can be posted or deleted." },
    posted: { description: "Part of the books. It never changes; a reversal takes it back." },
  },
});

export const JournalEntryKind = {
  standard: "standard",
  reversal: "reversal",
  closing: "closing",
  revaluation: "revaluation",
} as const;
export type JournalEntryKind = keyof typeof JournalEntryKind;
registerEnumType(JournalEntryKind, {
  name: "JournalEntryKind",
  description: "Purpose of a journal entry.",
  valuesConfig: {
    standard: { description: "Entry of a person or of an app." },
    reversal: { description: "Mirror of another entry." },
    closing: { description: "Result of a fiscal year, booked to retained earnings." },
    revaluation: { description: "Balances in a foreign currency, taken to the rate of a day." },
  },
});

@ObjectType({ description: "Debit or credit of one ledger account." })
export class JournalLine {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the ledger account." })
  accountCode: string;
  @Field(() => String, { description: "Name of the ledger account." })
  accountName: string;
  @Field(() => MoneyScalar, { description: "Debit in the currency of the ledger; 0 for a credit." })
  debit: number;
  @Field(() => MoneyScalar, { description: "Credit in the currency of the ledger; 0 for a debit." })
  credit: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Debit in the foreign currency; null where the entry has none.",
  })
  foreignDebit: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Credit in the foreign currency; null where the entry has none.",
  })
  foreignCredit: number | null;
  @Field(() => String, { nullable: true, description: "Note on the line; null without one." })
  memo: string | null;
  @Field(() => String, { nullable: true, description: "App that the amount belongs to; null without one." })
  app: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Client that the amount belongs to; null without one.",
  })
  client: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Project that the amount belongs to; null without one.",
  })
  project: string | null;
}

@ObjectType({ description: "Record of an app that a journal entry was made from." })
export class JournalSource {
  @Field(() => String, { description: "ID of the app." })
  app: string;
  @Field(() => String, { description: "Kind of the record, such as `invoice`." })
  kind: string;
  @Field(() => ID, { description: "ID of the record in the app." })
  id: string;
}

@ObjectType({ description: "Journal entry whose debits equal its credits." })
export class JournalEntry {
  @Field(() => ID, { description: "Unique ID of the entry." })
  id: string;
  @Field(() => JournalEntryStatus, { description: "Whether the entry is posted." })
  status: JournalEntryStatus;
  @Field(() => JournalEntryKind, { description: "Purpose of the entry." })
  kind: JournalEntryKind;
  @Field(() => Int, { nullable: true, description: "Fiscal year of the entry; null for a draft." })
  fiscalYear: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Number such as `JE-2026-000042`: fiscal year and a count without gaps from 1. Null for a draft.",
  })
  number: string | null;
  @Field(() => DateScalar, { description: "Date on which the entry counts." })
  date: string;
  @Field(() => String, { description: "What the entry is about." })
  memo: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of the debits, which is that of the credits." })
  total: number;
  @Field(() => String, { nullable: true, description: "Foreign currency of the entry; null without one." })
  foreignCurrency: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Units of the ledger's currency per unit of the foreign currency; null without one.",
  })
  exchangeRate: number | null;
  @Field(() => [JournalLine], { description: "Lines in their order." })
  lines: JournalLine[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the entry that this one reverses; null for others.",
  })
  reversesId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the entry that reverses this one; null without one.",
  })
  reversedById: string | null;
  @Field(() => JournalSource, {
    nullable: true,
    description: "Record of an app it was made from; null by hand.",
  })
  source: JournalSource | null;
  @Field(() => [ID], { description: "IDs of attached files." })
  attachments: string[];
  @Field(() => ID, { description: "ID of the user who created the entry." })
  createdBy: string;
  @Field(() => Date, { description: "When the entry was created." })
  createdAt: Date;
  @Field(() => ID, { nullable: true, description: "ID of the user who posted the entry; null for a draft." })
  postedBy: string | null;
  @Field(() => Date, { nullable: true, description: "When the entry was posted; null for a draft." })
  postedAt: Date | null;
}

@ObjectType({ description: "Page of journal entries, latest date first." })
export class JournalEntryPage extends pageOf(JournalEntry, "entries", {
  nextCursor: "Cursor of the next page: pass it as `cursor`. Null on the last page.",
}) {}

@ObjectType({ description: "Draft that was deleted." })
export class DeletedJournalEntry {
  @Field(() => ID, { description: "ID of the deleted draft." })
  id: string;
  @Field(() => Boolean, { description: "Always true." })
  deleted: boolean;
}
