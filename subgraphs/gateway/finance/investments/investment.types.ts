import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

export const SecurityKind = enumOf(["stock", "fund", "bond", "crypto", "other"]);
registerEnumType(SecurityKind, { name: "SecurityKind", description: "What a security is." });
const TradeSide = enumOf(["buy", "sell"]);
registerEnumType(TradeSide, { name: "TradeSide", description: "Whether it was bought or sold." });

/** The most of a quantity or price, in whole ones, that six decimals leave room for. */
const most = 100_000_000;

@InputType({ description: "What can be bought and sold." })
export class AddSecurityInput {
  @Field(() => String, { description: "As VTI; an account has each once." })
  @Matches(/^[A-Za-z0-9.:-]{1,32}$/, { message: "must be a symbol as VTI" })
  symbol: string;
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  name: string;
  @Field(() => SecurityKind)
  kind: keyof typeof SecurityKind;
  @Field(() => String)
  @Matches(currencyPattern, notACurrency)
  currency: string;
}

@InputType({ description: "A purchase or a sale." })
export class RecordTradeInput {
  @Field(() => ID, { description: "An account of the kind investment." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID)
  @MaxLength(64)
  securityId: string;
  @Field(() => TradeSide)
  side: "buy" | "sell";
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float, { description: "At most 6 decimals." })
  @Min(0.000001)
  @Max(most)
  quantity: number;
  @Field(() => Float, { description: "Of one, at most 6 decimals." })
  @Min(0)
  @Max(most)
  price: number;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  fees?: number | null;
}

@InputType({ description: "What a security costs on a day." })
export class SetSecurityPriceInput {
  @Field(() => ID)
  @MaxLength(64)
  securityId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float, { description: "Of one, at most 6 decimals." })
  @Min(0)
  @Max(most)
  price: number;
}

@ArgsType()
export class HoldingsArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "The end of that day; today when left out." })
  asOf?: string | null;
}

@ArgsType()
export class PerformanceArgs {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => ID, { nullable: true, description: "All investment accounts when left out." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@ObjectType({ description: "What can be bought and sold." })
export class Security {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  symbol: string;
  @Field(() => String)
  name: string;
  @Field(() => SecurityKind)
  kind: keyof typeof SecurityKind;
  @Field(() => String)
  currency: string;
}

@ObjectType({ description: "A purchase or a sale." })
export class Trade {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => ID)
  securityId: string;
  @Field(() => TradeSide)
  side: "buy" | "sell";
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float)
  quantity: number;
  @Field(() => Float)
  price: number;
  @Field(() => MoneyScalar)
  fees: number;
  @Field(() => MoneyScalar, { description: "What it cost or brought, fees included." })
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => ID, { description: "The cash that it moved." })
  transactionId: string;
}

@ObjectType({ description: "What a security costs on a day." })
export class SecurityPrice {
  @Field(() => ID)
  securityId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float)
  price: number;
}

@ObjectType({ description: "What an account has of a security." })
export class SecurityHolding {
  @Field(() => ID)
  accountId: string;
  @Field(() => ID)
  securityId: string;
  @Field(() => String)
  symbol: string;
  @Field(() => String)
  currency: string;
  @Field(() => Float)
  quantity: number;
  @Field(() => MoneyScalar, { description: "What it cost, first in first out." })
  basis: number;
  @Field(() => Float, { description: "The last one on or before the day." })
  price: number;
  @Field(() => DateScalar)
  priceDate: string;
  @Field(() => MoneyScalar)
  value: number;
  @Field(() => MoneyScalar, { description: "What it is worth above what it cost." })
  gain: number;
}

@ObjectType({ description: "Securities at the end of a day." })
export class HoldingList {
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => [SecurityHolding])
  holdings: SecurityHolding[];
}

@ObjectType({
  description: "How investment accounts, cash included, did from the end of a day to that of another.",
})
export class PortfolioPerformance {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  startValue: number;
  @Field(() => MoneyScalar)
  endValue: number;
  @Field(() => MoneyScalar, { description: "What was put in, less what was taken out." })
  netContributions: number;
  @Field(() => MoneyScalar, { description: "What the end is above the start and what was put in." })
  gain: number;
  @Field(() => MoneyScalar, {
    description: "The part of the gain that was paid in cash: dividends, interest, fees.",
  })
  income: number;
  @Field(() => Float, {
    nullable: true,
    description: "Percent, weighted by time; null where there was nothing.",
  })
  twr: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Percent a year, weighted by money; null where none fits.",
  })
  xirr: number | null;
}
