import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FinanceAccountKind, SeriesArgs } from "../accounts/account.types.ts";
import type { AccountKind } from "../finance-tables.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

@ArgsType()
export class NetWorthArgs {
  @Field(() => DateScalar, { nullable: true, description: "The end of that day; today when left out." })
  asOf?: string | null;
  @Field(() => String, { nullable: true, description: "That of the oldest account when left out." })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ArgsType()
export class NetWorthHistoryArgs extends SeriesArgs {
  @Field(() => String, { nullable: true, description: "That of the oldest account when left out." })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ObjectType({ description: "What one account adds to net worth." })
export class AccountNetWorth {
  @Field(() => ID)
  accountId: string;
  @Field(() => String)
  name: string;
  @Field(() => FinanceAccountKind)
  kind: AccountKind;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, {
    description: "In its own currency, securities included; what is owed is negative.",
  })
  balance: number;
  @Field(() => MoneyScalar, { description: "In the currency of the report." })
  value: number;
}

@ObjectType({ description: "What is owned and owed at the end of a day." })
export class NetWorth {
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  assets: number;
  @Field(() => MoneyScalar)
  liabilities: number;
  @Field(() => MoneyScalar, { description: "Assets minus liabilities." })
  netWorth: number;
  @Field(() => [AccountNetWorth], { description: "Values sum to the net worth." })
  byAccount: AccountNetWorth[];
}

@ObjectType({ description: "Net worth at the end of a day." })
export class NetWorthPoint {
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  assets: number;
  @Field(() => MoneyScalar)
  liabilities: number;
  @Field(() => MoneyScalar)
  netWorth: number;
}

@ObjectType({ description: "Net worth at the end of days." })
export class NetWorthHistory {
  @Field(() => String)
  currency: string;
  @Field(() => [NetWorthPoint])
  points: NetWorthPoint[];
}
