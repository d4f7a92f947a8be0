import { ArrayMaxSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { steps, type Step } from "./dated-balances.ts";
import { accountKinds, type AccountKind } from "../finance-tables.ts";
import { currencyPattern, notACurrency } from "./rates.types.ts";

export const notBlank = { message: "must not be blank" };

/** The values of a list as an enum of the graph. */
export function enumOf<Value extends string>(values: readonly Value[]): { [Key in Value]: Key } {
  return Object.fromEntries(values.map((value) => [value, value])) as { [Key in Value]: Key };
}

export const FinanceAccountKind = enumOf(accountKinds);
registerEnumType(FinanceAccountKind, { name: "FinanceAccountKind", description: "What an account is." });

const FinanceAccountStatus = enumOf(["open", "closed"]);
registerEnumType(FinanceAccountStatus, {
  name: "FinanceAccountStatus",
  description: "Whether it is in use.",
});

const SeriesStep = enumOf(steps);
registerEnumType(SeriesStep, {
  name: "SeriesStep",
  description: "Each day, each seventh day, or each month's last day.",
});

@InputType({ description: "An account of one's own: at a bank, a loan, or a thing of value." })
export class CreateAccountInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => FinanceAccountKind)
  kind: AccountKind;
  @Field(() => String)
  @Matches(currencyPattern, notACurrency)
  currency: string;
  @Field(() => MoneyScalar, { description: "What was in it on the first day; negative for what is owed." })
  openingBalance: number;
  @Field(() => DateScalar, { description: "The day of the opening balance." })
  openedOn: string;
  @Field(() => Boolean, { nullable: true, description: "True when left out." })
  includeInNetWorth?: boolean | null;
}

@ArgsType()
export class FinanceAccountArgs {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
}

@ArgsType()
export class FinanceAccountsArgs extends PageArgs {
  @Field(() => FinanceAccountKind, { nullable: true })
  kind?: AccountKind | null;
  @Field(() => FinanceAccountStatus, { nullable: true })
  status?: "open" | "closed" | null;
}

@ArgsType()
export class SeriesArgs {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar, { description: "That day is the last of the series." })
  to: string;
  @Field(() => SeriesStep, { defaultValue: "month" })
  step: Step;
}

@ArgsType()
export class BalanceHistoryArgs extends SeriesArgs {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
}

@ObjectType({
  description: "An account of one's own. Balances are of the end of today; what is owed is negative.",
})
export class FinanceAccount {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => FinanceAccountKind)
  kind: AccountKind;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  openingBalance: number;
  @Field(() => DateScalar)
  openedOn: string;
  @Field(() => Boolean)
  includeInNetWorth: boolean;
  @Field(() => FinanceAccountStatus)
  status: "open" | "closed";
  @Field(() => MoneyScalar, { description: "All that is booked, pending or not; without securities." })
  balance: number;
  @Field(() => MoneyScalar, { description: "The opening balance with what is cleared or reconciled." })
  clearedBalance: number;
  @Field(() => MoneyScalar, { description: "What is pending." })
  pendingBalance: number;
  @Field(() => MoneyScalar, { description: "The opening balance with what is reconciled." })
  reconciledBalance: number;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "What accounts of one currency sum to." })
export class CurrencyTotal {
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  balance: number;
}

@ObjectType({ description: "A page of accounts, newest first." })
export class FinanceAccountPage {
  @Field(() => [FinanceAccount])
  accounts: FinanceAccount[];
  @Field(() => [CurrencyTotal], { description: "Of all accounts that fit the filter." })
  totals: CurrencyTotal[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType({ description: "A balance at the end of a day." })
export class DatedBalance {
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  balance: number;
}

@ObjectType({ description: "An account's balances at the end of days." })
export class BalanceHistory {
  @Field(() => String)
  currency: string;
  @Field(() => [DatedBalance])
  balances: DatedBalance[];
}

@InputType({ description: "What a bank's statement says." })
export class ReconcileAccountInput {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar)
  statementDate: string;
  @Field(() => MoneyScalar)
  statementBalance: number;
  @Field(() => [ID], {
    nullable: true,
    description: "Pending transactions that the statement shows, besides those that are cleared.",
  })
  @IsOptional()
  @ArrayMaxSize(1_000)
  @MaxLength(64, { each: true })
  transactionIds?: string[] | null;
}

@ObjectType({ description: "How an account compares with a statement." })
export class Reconciliation {
  @Field(() => ID)
  accountId: string;
  @Field(() => DateScalar)
  statementDate: string;
  @Field(() => MoneyScalar)
  statementBalance: number;
  @Field(() => MoneyScalar, { description: "What the account's cleared transactions come to on that day." })
  clearedBalance: number;
  @Field(() => MoneyScalar, { description: "What the statement has more; only at zero anything is locked." })
  difference: number;
  @Field(() => Int, { description: "Transactions that are locked from now on." })
  reconciled: number;
}
