import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { enumOf } from "../accounts/account.types.ts";
import { changedKinds, type ChangedKind } from "./history-tables.ts";
import type { RowAction } from "./change-row.ts";

const FinanceObjectKind = enumOf(changedKinds);
registerEnumType(FinanceObjectKind, {
  name: "FinanceObjectKind",
  description: "Kinds of objects in the history of personal finances.",
  valuesConfig: {
    account: { description: "Financial account." },
    alert: { description: "Alert with its threshold and channel." },
    bill_occurrence: { description: "Paid or skipped due date of a bill; the ID is the bill's." },
    bill_terms: { description: "Former terms of a bill; the ID is the bill's." },
    bill: { description: "Recurring bill with its terms." },
    budget_amount: { description: "Budgeted amount of a month; the ID is the budget's." },
    budget_category: { description: "Category of a budget; the ID is the budget's." },
    budget_hold: { description: "Money held for the next month; the ID is the budget's." },
    budget_rollover: { description: "Rollover of a category; the ID is the budget's." },
    budget: { description: "Monthly budget without its amounts." },
    category: { description: "Income or spending category." },
    category_group: { description: "Group of categories." },
    goal_movement: { description: "Money earmarked for a goal or released." },
    goal: { description: "Savings goal." },
    import: { description: "Import of a statement." },
    import_mapping: { description: "Saved columns of statements." },
    loan: { description: "Loan terms." },
    payee: { description: "Payee with its default category." },
    price: { description: "Price of a security; the ID is the security's." },
    exchange_rate: { description: "Own exchange rate; the ID is the account's owner." },
    receipt: { description: "Receipt of a transaction." },
    reconciliation: { description: "Reconciliation with a statement." },
    rule: { description: "Categorisation rule." },
    security: { description: "Stock, fund or other security." },
    split: { description: "Part of a split transaction; the ID is the transaction's." },
    stock_split: { description: "Stock split; the ID is the security's." },
    tag: { description: "Tag of transactions with its color." },
    target: { description: "Target share of an asset class; the ID is the account's owner." },
    tax_profile: { description: "Tax profile of a year; the ID is the account's owner." },
    trade: { description: "Trade or dividend." },
    transaction: { description: "Income, spending or side of a transfer." },
    valuation: { description: "Value of an asset; the ID is the account's." },
  },
});

const FinanceChangeAction = enumOf(["created", "updated", "deleted"] as const);
registerEnumType(FinanceChangeAction, {
  name: "FinanceChangeAction",
  description: "What a change did to an object.",
  valuesConfig: {
    created: { description: "Created; an undo deletes it." },
    updated: { description: "Updated; an undo restores the former values." },
    deleted: { description: "Deleted; an undo brings it back." },
  },
});

@ArgsType()
export class FinanceChangesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by the ID of a changed object." })
  @IsOptional()
  @MaxLength(64)
  objectId?: string | null;
}

@InputType({ description: "Change to undo." })
export class UndoFinanceChangeInput {
  @Field(() => ID, { description: "ID of the change, from the history." })
  @MaxLength(64)
  changeId: string;
}

@ObjectType({ description: "Object that a change touched." })
export class ChangedFinanceObject {
  @Field(() => FinanceObjectKind, { description: "Kind of the object." })
  kind: ChangedKind;
  @Field(() => ID, { description: "ID of the object, or of the object that it belongs to." })
  id: string;
  @Field(() => FinanceChangeAction, { description: "What the change did to the object." })
  action: RowAction;
  @Field(() => [String], {
    description: "Names of the updated fields. Empty for created and deleted objects.",
  })
  fields: string[];
}

@ObjectType({ description: "Change in the history of personal finances." })
export class FinanceChange {
  @Field(() => ID, { description: "Unique ID of the change." })
  id: string;
  @Field(() => String, { description: "Name of the mutation that made it, such as addTransaction." })
  operation: string;
  @Field(() => Date, { description: "Time of the change (UTC)." })
  createdAt: Date;
  @Field(() => ID, { nullable: true, description: "ID of the change that it undid. Null for other changes." })
  undoesId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the change that undid it. Null while it is in effect.",
  })
  undoneById: string | null;
  @Field(() => Int, { description: "Number of changed objects." })
  objectCount: number;
  @Field(() => [ChangedFinanceObject], { description: "Changed objects in order, at most the first 20." })
  objects: ChangedFinanceObject[];
}

@ObjectType({ description: "A page of changes, newest first." })
export class FinanceChangePage extends countedPageOf(FinanceChange, "changes") {}
