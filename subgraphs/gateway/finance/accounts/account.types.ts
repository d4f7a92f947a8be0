import { ArrayMaxSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
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
registerEnumType(FinanceAccountKind, {
  name: "FinanceAccountKind",
  description: "Kinds of financial accounts.",
  valuesConfig: {
    cash: { description: "Cash on hand." },
    checking: { description: "Checking account at a bank." },
    savings: { description: "Savings account at a bank." },
    credit_card: { description: "Credit card; the amount owed is a negative balance." },
    loan: { description: "Loan or mortgage; the amount owed is a negative balance." },
    investment: { description: "Investment or brokerage account that holds cash and securities." },
    property: { description: "Real estate." },
    vehicle: { description: "Vehicle such as a car." },
    collectible: { description: "Art, jewellery, coins and the like." },
    other: { description: "Any other asset." },
  },
});

const FinanceAccountStatus = enumOf(["open", "closed"]);
registerEnumType(FinanceAccountStatus, {
  name: "FinanceAccountStatus",
  description: "Statuses of a financial account.",
  valuesConfig: {
    open: { description: "Open; accepts transactions." },
    closed: { description: "Closed; accepts no new transactions." },
  },
});

const SeriesStep = enumOf(steps);
registerEnumType(SeriesStep, {
  name: "SeriesStep",
  description: "Intervals between the points of a time series.",
  valuesConfig: {
    day: { description: "One point per day." },
    week: { description: "One point every seven days, counted from the first day." },
    month: { description: "One point on the last day of each month." },
  },
});

@InputType({ description: "Details of a financial account to create." })
export class CreateAccountInput {
  @Field(() => String, { description: "Account name, up to 100 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => FinanceAccountKind, {
    description: "Kind of account; decides whether its balance counts as an asset or a liability.",
  })
  kind: AccountKind;
  @Field(() => String, { description: "Account currency as an ISO 4217 code, such as USD." })
  @Matches(currencyPattern, notACurrency)
  currency: string;
  @Field(() => MoneyScalar, {
    description: "Balance on the opening date, in the account's currency; negative for debt.",
  })
  openingBalance: number;
  @Field(() => DateScalar, { description: "Date of the opening balance (YYYY-MM-DD)." })
  openedOn: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the account counts toward net worth. Default: true.",
  })
  includeInNetWorth?: boolean | null;
}

@ArgsType()
export class FinanceAccountArgs {
  @Field(() => ID, { description: "ID of the financial account." })
  @MaxLength(64)
  accountId: string;
}

@ArgsType()
export class FinanceAccountsArgs extends PageArgs {
  @Field(() => FinanceAccountKind, { nullable: true, description: "Filter by account kind." })
  kind?: AccountKind | null;
  @Field(() => FinanceAccountStatus, {
    nullable: true,
    description: "Filter by account status. Default: all accounts.",
  })
  status?: "open" | "closed" | null;
}

@ArgsType()
export class SeriesArgs {
  @Field(() => DateScalar, { description: "First day of the series (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the series, included (YYYY-MM-DD)." })
  to: string;
  @Field(() => SeriesStep, {
    defaultValue: "month",
    description: "Interval between points. The last day is always included.",
  })
  step: Step;
}

@ArgsType()
export class BalanceHistoryArgs extends SeriesArgs {
  @Field(() => ID, { description: "ID of the financial account." })
  @MaxLength(64)
  accountId: string;
}

@ObjectType({
  description:
    "Financial account such as a bank account, card, loan or asset. Balances are as of the end of today; debt is negative.",
})
export class FinanceAccount {
  @Field(() => ID, { description: "Unique ID of the financial account." })
  id: string;
  @Field(() => String, { description: "Account name chosen by the user." })
  name: string;
  @Field(() => FinanceAccountKind, { description: "Kind of account, such as checking or credit_card." })
  kind: AccountKind;
  @Field(() => String, { description: "Currency of all amounts of the account, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Balance on the opening date, in the account's currency." })
  openingBalance: number;
  @Field(() => DateScalar, { description: "Date of the opening balance." })
  openedOn: string;
  @Field(() => Boolean, { description: "Whether the account counts toward net worth." })
  includeInNetWorth: boolean;
  @Field(() => Float, {
    nullable: true,
    description: "Annual rate of a credit card in percent. Null for other accounts and when not set.",
  })
  annualRate: number | null;
  @Field(() => FinanceAccountStatus, { description: "Whether the account is open or closed." })
  status: "open" | "closed";
  @Field(() => MoneyScalar, {
    description: "Balance of all transactions, including pending ones. Excludes the value of securities.",
  })
  balance: number;
  @Field(() => MoneyScalar, { description: "Opening balance plus cleared and reconciled transactions." })
  clearedBalance: number;
  @Field(() => MoneyScalar, { description: "Sum of the pending transactions." })
  pendingBalance: number;
  @Field(() => MoneyScalar, { description: "Opening balance plus reconciled transactions." })
  reconciledBalance: number;
  @Field(() => Int, { description: "Version number of the account; increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time when the account was created (UTC)." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the account (UTC)." })
  updatedAt: Date;
}

@ObjectType({ description: "Total balance of the accounts in one currency." })
export class CurrencyTotal {
  @Field(() => String, { description: "Currency of the total, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of the account balances in this currency." })
  balance: number;
}

@ObjectType({ description: "Page of financial accounts, newest first." })
export class FinanceAccountPage {
  @Field(() => [FinanceAccount], { description: "Accounts on this page." })
  accounts: FinanceAccount[];
  @Field(() => [CurrencyTotal], {
    description: "Total balances by currency, over all accounts that match the filter.",
  })
  totals: CurrencyTotal[];
  @Field(() => Int, { description: "Number of accounts that match the filter." })
  total: number;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page, to send as `after`. Null on the last page.",
  })
  nextCursor: string | null;
}

@ObjectType({ description: "Account balance at the end of a day." })
export class DatedBalance {
  @Field(() => DateScalar, { description: "Day of the balance." })
  date: string;
  @Field(() => MoneyScalar, { description: "Balance at the end of the day, in the account's currency." })
  balance: number;
}

@ObjectType({ description: "Balance history of an account as a time series." })
export class BalanceHistory {
  @Field(() => String, { description: "Currency of the balances, as an ISO 4217 code." })
  currency: string;
  @Field(() => [DatedBalance], { description: "Balances in date order, one per step." })
  balances: DatedBalance[];
}

@InputType({ description: "Bank statement to reconcile an account with." })
export class ReconcileAccountInput {
  @Field(() => ID, { description: "ID of the account to reconcile." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, { description: "Closing date of the bank statement (YYYY-MM-DD)." })
  statementDate: string;
  @Field(() => MoneyScalar, {
    description: "Closing balance on the bank statement, in the account's currency.",
  })
  statementBalance: number;
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of pending transactions that also appear on the statement, at most 1,000. Cleared transactions are included automatically.",
  })
  @IsOptional()
  @ArrayMaxSize(1_000)
  @MaxLength(64, { each: true })
  transactionIds?: string[] | null;
}

@ObjectType({ description: "Result of comparing an account with a bank statement." })
export class Reconciliation {
  @Field(() => ID, { description: "ID of the reconciled account." })
  accountId: string;
  @Field(() => DateScalar, { description: "Closing date of the bank statement." })
  statementDate: string;
  @Field(() => MoneyScalar, { description: "Closing balance on the bank statement." })
  statementBalance: number;
  @Field(() => MoneyScalar, {
    description: "Account balance on the statement date from cleared transactions.",
  })
  clearedBalance: number;
  @Field(() => MoneyScalar, {
    description: "Statement balance minus cleared balance. Transactions are locked only when it is zero.",
  })
  difference: number;
  @Field(() => Int, { description: "Number of transactions that were reconciled and locked." })
  reconciled: number;
}
