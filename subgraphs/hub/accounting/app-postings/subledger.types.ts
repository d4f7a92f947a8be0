import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const SubledgerControlName = {
  receivables: "receivables",
  customer_credits: "customer_credits",
  booking_deposits: "booking_deposits",
  payables: "payables",
  payroll_taxes: "payroll_taxes",
} as const;
export type SubledgerControlName = keyof typeof SubledgerControlName;
registerEnumType(SubledgerControlName, {
  name: "SubledgerControlName",
  description: "Balance that a subledger and the ledger both have.",
  valuesConfig: {
    receivables: { description: "Open invoices." },
    customer_credits: { description: "Payments and credit notes of clients that are not used yet." },
    booking_deposits: { description: "Deposits for bookings that are ahead." },
    payables: { description: "Unpaid vendor bills." },
    payroll_taxes: { description: "Payroll taxes that are not deposited yet." },
  },
});

export const SubledgerDifferenceReason = {
  not_posted: "not_posted",
  posted_later: "posted_later",
  reversed: "reversed",
  changed: "changed",
  removed: "removed",
  by_hand: "by_hand",
} as const;
export type SubledgerDifferenceReason = keyof typeof SubledgerDifferenceReason;
registerEnumType(SubledgerDifferenceReason, {
  name: "SubledgerDifferenceReason",
  description: "Why a record and the ledger differ.",
  valuesConfig: {
    not_posted: { description: "The record is not in the ledger. Sync the app." },
    posted_later: { description: "Its period was closed, so it was posted on a later day." },
    reversed: { description: "Its entry was reversed in the journal." },
    changed: { description: "The record has changed, or another account was used. Sync the app." },
    removed: { description: "The record was deleted. Sync the app." },
    by_hand: { description: "The entry was not made from a record of the subledger." },
  },
});

@ObjectType({ description: "Record or entry by which a subledger and the ledger differ." })
export class SubledgerDifference {
  @Field(() => SubledgerDifferenceReason, { description: "Why they differ." })
  reason: SubledgerDifferenceReason;
  @Field(() => String, { nullable: true, description: "Kind of the record; null for entries by hand." })
  kind: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the record; null for entries by hand." })
  recordId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the journal entry; null without one." })
  entryId: string | null;
  @Field(() => DateScalar, { description: "Day of the record, else of the entry." })
  date: string;
  @Field(() => String, { description: "What it is, in words." })
  memo: string;
  @Field(() => MoneyScalar, { description: "Ledger less subledger." })
  difference: number;
}

@ObjectType({ description: "Client whose balance in a subledger and in the ledger is compared." })
export class SubledgerParty {
  @Field(() => String, {
    nullable: true,
    description: "ID of the client, or a name without an ID. Null for amounts without a client.",
  })
  party: string | null;
  @Field(() => MoneyScalar, { description: "Balance in the subledger." })
  subledger: number;
  @Field(() => MoneyScalar, { description: "Balance in the ledger." })
  ledger: number;
  @Field(() => MoneyScalar, { description: "Ledger less subledger." })
  difference: number;
}

@ObjectType({ description: "Comparison of a subledger with its control accounts." })
export class SubledgerControl {
  @Field(() => SubledgerControlName, { description: "Balance that is compared." })
  control: SubledgerControlName;
  @Field(() => [String], { description: "Codes of the control accounts." })
  accountCodes: string[];
  @Field(() => MoneyScalar, { description: "Sum of what is open in the subledger." })
  subledger: number;
  @Field(() => MoneyScalar, { description: "Balance of the control accounts." })
  ledger: number;
  @Field(() => MoneyScalar, { description: "Ledger less subledger; 0 when they agree." })
  difference: number;
  @Field(() => [SubledgerParty], {
    description: "Balances by client, those that differ first, at most 1,000; empty for other controls.",
  })
  parties: SubledgerParty[];
  @Field(() => [SubledgerDifference], {
    description: "What they differ by, at most 200; the sum of all is the difference.",
  })
  differences: SubledgerDifference[];
  @Field(() => Int, { description: "Number of records and entries that they differ by." })
  differenceCount: number;
}

@ObjectType({ description: "Comparison of subledgers with their control accounts on a day." })
export class SubledgerReconciliation {
  @Field(() => DateScalar, { description: "Day of the report." })
  asOf: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => Boolean, { description: "True when every subledger equals its control accounts." })
  isReconciled: boolean;
  @Field(() => [SubledgerControl], { description: "Every subledger with its control accounts." })
  controls: SubledgerControl[];
}

@ArgsType()
export class SubledgerReconciliationArgs {
  @Field(() => DateScalar, { nullable: true, description: "Day of the report. Default: today." })
  @IsOptional()
  asOf?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}
