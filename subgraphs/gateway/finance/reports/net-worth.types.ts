import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FinanceAccountKind, SeriesArgs } from "../accounts/account.types.ts";
import type { AccountKind } from "../finance-tables.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

@ArgsType()
export class NetWorthArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the report, at its end (YYYY-MM-DD). Default: today.",
  })
  asOf?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the report as an ISO 4217 code. Default: currency of the oldest account.",
  })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ArgsType()
export class NetWorthHistoryArgs extends SeriesArgs {
  @Field(() => String, {
    nullable: true,
    description: "Currency of the report as an ISO 4217 code. Default: currency of the oldest account.",
  })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ObjectType({ description: "Contribution of one account to net worth." })
export class AccountNetWorth {
  @Field(() => ID, { description: "ID of the account." })
  accountId: string;
  @Field(() => String, { description: "Account name." })
  name: string;
  @Field(() => FinanceAccountKind, { description: "Kind of account." })
  kind: AccountKind;
  @Field(() => String, { description: "Currency of the account, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, {
    description: "Balance with securities, in the account's currency. Debt is negative.",
  })
  balance: number;
  @Field(() => MoneyScalar, { description: "Balance converted to the currency of the report." })
  value: number;
}

@ObjectType({ description: "Net worth at the end of a day." })
export class NetWorth {
  @Field(() => DateScalar, { description: "Day of the report." })
  asOf: string;
  @Field(() => String, { description: "Currency of all totals, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Total value of all assets." })
  assets: number;
  @Field(() => MoneyScalar, { description: "Total debt on credit cards and loans, as a positive number." })
  liabilities: number;
  @Field(() => MoneyScalar, { description: "Assets minus liabilities." })
  netWorth: number;
  @Field(() => [AccountNetWorth], {
    description: "Contribution of each account; the values sum to the net worth.",
  })
  byAccount: AccountNetWorth[];
}

@ObjectType({ description: "Net worth at the end of a day." })
export class NetWorthPoint {
  @Field(() => DateScalar, { description: "Day of the figures." })
  date: string;
  @Field(() => MoneyScalar, { description: "Total value of all assets." })
  assets: number;
  @Field(() => MoneyScalar, { description: "Total debt, as a positive number." })
  liabilities: number;
  @Field(() => MoneyScalar, { description: "Assets minus liabilities." })
  netWorth: number;
}

@ObjectType({ description: "Net worth over time." })
export class NetWorthHistory {
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => [NetWorthPoint], { description: "Net worth in date order, one entry per step." })
  points: NetWorthPoint[];
}
