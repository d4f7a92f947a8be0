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
import { ArgsType, Field, Float, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { PriceSourceEnum } from "../market-prices/market-prices.types.ts";
import { tradeSides, type PriceSource, type TradeRow } from "../finance-tables.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";
import { most, SoldLotInput } from "./sold-lot.types.ts";

export const SecurityKind = enumOf(["stock", "fund", "bond", "crypto", "other"]);
registerEnumType(SecurityKind, {
  name: "SecurityKind",
  description: "Kinds of securities.",
  valuesConfig: {
    stock: { description: "Stock of a company." },
    fund: { description: "Fund or ETF." },
    bond: { description: "Government or corporate bond." },
    crypto: { description: "Cryptocurrency." },
    other: { description: "Any other security." },
  },
});
const TradeSide = enumOf(["buy", "sell"]);
registerEnumType(TradeSide, {
  name: "TradeSide",
  description: "Sides of a trade.",
  valuesConfig: { buy: { description: "Purchase." }, sell: { description: "Sale." } },
});

const TradeType = enumOf(tradeSides);
registerEnumType(TradeType, {
  name: "TradeType",
  description: "Types of recorded trades.",
  valuesConfig: {
    buy: { description: "Purchase." },
    sell: { description: "Sale." },
    dividend: { description: "Dividend paid in cash." },
    reinvestment: { description: "Dividend that was reinvested in more units." },
    spin_off: { description: "Basis that a spin-off moved to the new security." },
    received: { description: "Units received in a spin-off: a lot with the purchase date of the old one." },
  },
});

@InputType({ description: "Details of a security to add." })
export class AddSecurityInput {
  @Field(() => String, { description: "Ticker symbol such as VTI, up to 32 characters. Must be unique." })
  @Matches(/^[A-Za-z0-9.:-]{1,32}$/, { message: "must be a ticker symbol such as VTI" })
  symbol: string;
  @Field(() => String, { description: "Security name, up to 200 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  name: string;
  @Field(() => SecurityKind, { description: "Kind of security." })
  kind: keyof typeof SecurityKind;
  @Field(() => String, { description: "Trading currency as an ISO 4217 code." })
  @Matches(currencyPattern, notACurrency)
  currency: string;
}

@InputType({ description: "Details of a purchase or sale." })
export class RecordTradeInput {
  @Field(() => ID, { description: "ID of an open investment account in the security's currency." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, { description: "ID of the traded security." })
  @MaxLength(64)
  securityId: string;
  @Field(() => TradeSide, { description: "Whether the security was bought or sold." })
  side: "buy" | "sell";
  @Field(() => DateScalar, { description: "Trade date (YYYY-MM-DD)." })
  date: string;
  @Field(() => Float, { description: "Number of units traded, at most 6 decimals." })
  @Min(0.000001)
  @Max(most)
  quantity: number;
  @Field(() => Float, { description: "Price per unit, at most 6 decimals." })
  @Min(0)
  @Max(most)
  price: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Trading fees in the account's currency. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  fees?: number | null;
  @Field(() => [SoldLotInput], {
    nullable: true,
    description:
      "Lots that a sale takes, at most 100; their quantities sum to the sale's. Default: the oldest lots.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  lots?: SoldLotInput[] | null;
}

@InputType({ description: "Price of a security on a date." })
export class SetSecurityPriceInput {
  @Field(() => ID, { description: "ID of the security." })
  @MaxLength(64)
  securityId: string;
  @Field(() => DateScalar, { description: "Date of the price (YYYY-MM-DD)." })
  date: string;
  @Field(() => Float, { description: "Price per unit, at most 6 decimals." })
  @Min(0)
  @Max(most)
  price: number;
}

@ArgsType()
export class SecuritiesArgs {
  @Field(() => String, {
    nullable: true,
    description: "Text to search in symbols and names, up to 100 characters. Default: all securities.",
  })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
}

@ArgsType()
export class HoldingsArgs {
  @Field(() => ID, { nullable: true, description: "Filter by account ID. Default: all accounts." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the holdings, at its end (YYYY-MM-DD). Default: today.",
  })
  asOf?: string | null;
}

@ArgsType()
export class PerformanceArgs {
  @Field(() => DateScalar, { description: "Start of the period, at the end of this day (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, { description: "End of the period, at the end of this day (YYYY-MM-DD)." })
  to: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of an investment account. Default: all investment accounts.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@ObjectType({ description: "Security that can be traded." })
export class Security {
  @Field(() => ID, { description: "Unique ID of the security." })
  id: string;
  @Field(() => String, { description: "Ticker symbol such as VTI." })
  symbol: string;
  @Field(() => String, { description: "Name of the security." })
  name: string;
  @Field(() => SecurityKind, { description: "Kind of security." })
  kind: keyof typeof SecurityKind;
  @Field(() => String, { description: "Trading currency as an ISO 4217 code." })
  currency: string;
}

@ObjectType({ description: "Securities by symbol." })
export class SecurityList {
  @Field(() => [Security], { description: "Securities by symbol, at most 1,000." })
  securities: Security[];
}

@ObjectType({ description: "Purchase, sale or dividend of a security." })
export class Trade {
  @Field(() => ID, { description: "Unique ID of the trade." })
  id: string;
  @Field(() => ID, { description: "ID of the investment account." })
  accountId: string;
  @Field(() => ID, { description: "ID of the traded security." })
  securityId: string;
  @Field(() => TradeType, { description: "Type of trade, such as a purchase or a dividend." })
  side: TradeRow["side"];
  @Field(() => DateScalar, { description: "Trade date." })
  date: string;
  @Field(() => Float, { description: "Number of units traded; 0 for a dividend in cash or moved basis." })
  quantity: number;
  @Field(() => Float, { description: "Price per unit; 0 for a dividend in cash." })
  price: number;
  @Field(() => MoneyScalar, { description: "Trading fees in the account's currency." })
  fees: number;
  @Field(() => MoneyScalar, {
    description:
      "Cash paid or received; of a dividend its amount, of a spin-off the basis. It is price times quantity, plus fees for a purchase, minus fees for a sale.",
  })
  amount: number;
  @Field(() => String, { description: "Currency of the trade, as an ISO 4217 code." })
  currency: string;
  @Field(() => ID, { nullable: true, description: "ID of the cash transaction. Null for a spin-off." })
  transactionId: string | null;
}

@ObjectType({ description: "Price of a security on a date." })
export class SecurityPrice {
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => DateScalar, { description: "Date of the price." })
  date: string;
  @Field(() => Float, { description: "Price per unit." })
  price: number;
}

@ObjectType({ description: "Holding of a security in an account." })
export class SecurityHolding {
  @Field(() => ID, { description: "ID of the investment account." })
  accountId: string;
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => String, { description: "Ticker symbol of the security." })
  symbol: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => Float, { description: "Number of units held." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Cost basis of the units held, first in, first out." })
  basis: number;
  @Field(() => Float, { description: "Latest price per unit on or before the day." })
  price: number;
  @Field(() => DateScalar, { description: "Date of that price." })
  priceDate: string;
  @Field(() => PriceSourceEnum, { description: "Source of that price." })
  priceSource: PriceSource;
  @Field(() => Date, {
    nullable: true,
    description: "Time when that price was fetched (UTC). Null unless it is a market price.",
  })
  priceFetchedAt: Date | null;
  @Field(() => MoneyScalar, { description: "Market value: quantity times price." })
  value: number;
  @Field(() => MoneyScalar, { description: "Unrealized gain: value minus cost basis." })
  gain: number;
}

@ObjectType({ description: "Securities held at the end of a day." })
export class HoldingList {
  @Field(() => DateScalar, { description: "Day of the holdings." })
  asOf: string;
  @Field(() => [SecurityHolding], { description: "Holdings by symbol; fully sold securities are excluded." })
  holdings: SecurityHolding[];
}

@ObjectType({
  description: "Performance of investment accounts, cash included, between the ends of two days.",
})
export class PortfolioPerformance {
  @Field(() => DateScalar, { description: "First day of the period; its closing value is the start value." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period." })
  to: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Portfolio value at the start." })
  startValue: number;
  @Field(() => MoneyScalar, { description: "Portfolio value at the end." })
  endValue: number;
  @Field(() => MoneyScalar, { description: "Money deposited minus money withdrawn." })
  netContributions: number;
  @Field(() => MoneyScalar, { description: "End value minus start value minus net contributions." })
  gain: number;
  @Field(() => MoneyScalar, {
    description: "Part of the gain received in cash: dividends and interest, minus fees.",
  })
  income: number;
  @Field(() => Float, {
    nullable: true,
    description: "Time-weighted return in percent. Null when nothing was invested.",
  })
  twr: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Money-weighted annual return (XIRR) in percent. Null when it cannot be calculated.",
  })
  xirr: number | null;
}
