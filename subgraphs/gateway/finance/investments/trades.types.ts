import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { enumOf } from "../accounts/account.types.ts";
import { gainTerms, type GainTerm } from "./holding-period.ts";
import { Trade } from "./investment.types.ts";
import { lotMethods, type LotMethod } from "./lots.ts";
import { most, SoldLotInput } from "./sold-lot.types.ts";

const CapitalGainTerm = enumOf(gainTerms);
registerEnumType(CapitalGainTerm, {
  name: "CapitalGainTerm",
  description: "Holding periods of capital gains.",
  valuesConfig: {
    short: { description: "Held for one year or less." },
    long: { description: "Held for more than one year." },
  },
});
const TaxLotMethod = enumOf(lotMethods);
registerEnumType(TaxLotMethod, {
  name: "TaxLotMethod",
  description: "Which lots a sale takes.",
  valuesConfig: {
    fifo: { description: "First in, first out: always the oldest lots." },
    lifo: { description: "Last in, first out: always the newest lots." },
    average: { description: "The oldest lots, with the average basis of all units; for funds." },
    specific: { description: "Lots that a sale names; the oldest lots where it names none." },
  },
});

@ArgsType()
export class TradesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by account ID. Default: all accounts." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => ID, { nullable: true, description: "Filter by security ID. Default: all securities." })
  @IsOptional()
  @MaxLength(64)
  securityId?: string | null;
}

@ObjectType({ description: "Page of trades, newest trade date first." })
export class TradePage extends countedPageOf(Trade, "trades") {}

@InputType({ description: "Trade to delete." })
export class TradeIdInput {
  @Field(() => ID, { description: "ID of the trade." })
  @MaxLength(64)
  tradeId: string;
}

@ObjectType({ description: "Result of deleting a trade." })
export class DeletedTrade {
  @Field(() => Boolean, { description: "Always true: the trade and its cash transactions were deleted." })
  deleted: true;
}

@InputType({ description: "Dividend of a security, paid in cash or reinvested." })
export class RecordDividendInput {
  @Field(() => ID, { description: "ID of an open investment account in the security's currency." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, { description: "ID of the security that paid the dividend." })
  @MaxLength(64)
  securityId: string;
  @Field(() => DateScalar, { description: "Payment date (YYYY-MM-DD)." })
  date: string;
  @Field(() => MoneyScalar, { description: "Amount of the dividend in the account's currency, above 0." })
  @Min(0.001)
  amount: number;
  @Field(() => Float, {
    nullable: true,
    description: "Units bought with the dividend, at most 6 decimals. Omit for a dividend in cash.",
  })
  @IsOptional()
  @Min(0.000001)
  @Max(most)
  reinvestQuantity?: number | null;
}

@InputType({ description: "Split of a security." })
export class RecordStockSplitInput {
  @Field(() => ID, { description: "ID of the security." })
  @MaxLength(64)
  securityId: string;
  @Field(() => DateScalar, {
    description: "Date of the split (YYYY-MM-DD). Trades and prices of this day are in new units.",
  })
  date: string;
  @Field(() => Int, { description: "New units, 1 to 1,000: 3 for a 3-for-2 split." })
  @Min(1)
  @Max(1_000)
  numerator: number;
  @Field(() => Int, { description: "Old units that become the new ones, 1 to 1,000: 2 for a 3-for-2 split." })
  @Min(1)
  @Max(1_000)
  denominator: number;
}

@ObjectType({ description: "Result of a stock split." })
export class StockSplitResult {
  @Field(() => Int, { description: "Number of open lots whose quantity changed, over all accounts." })
  lotsChanged: number;
}

@ArgsType()
export class TaxLotsArgs {
  @Field(() => ID, { description: "ID of the security." })
  @MaxLength(64)
  securityId: string;
  @Field(() => ID, { nullable: true, description: "Filter by account ID. Default: all accounts." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => TaxLotMethod, {
    defaultValue: "specific",
    description: "Which lots earlier sales took. Default: the lots they name.",
  })
  method: LotMethod;
}

@InputType({ description: "Corrections of a purchase or sale. Omitted fields keep their values." })
export class UpdateTradeInput {
  @Field(() => ID, { description: "ID of the purchase or sale; not of a dividend." })
  @MaxLength(64)
  tradeId: string;
  @Field(() => DateScalar, { nullable: true, description: "Trade date (YYYY-MM-DD). Default: unchanged." })
  @IsOptional()
  date?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Number of units traded, at most 6 decimals. Default: unchanged.",
  })
  @IsOptional()
  @Min(0.000001)
  @Max(most)
  quantity?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Price per unit, at most 6 decimals. Default: unchanged.",
  })
  @IsOptional()
  @Min(0)
  @Max(most)
  price?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Trading fees in the account's currency. Default: unchanged.",
  })
  @IsOptional()
  @Min(0)
  fees?: number | null;
  @Field(() => [SoldLotInput], {
    nullable: true,
    description: "Lots that the sale takes, at most 100; null for the oldest lots. Default: unchanged.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  lots?: SoldLotInput[] | null;
}

@ObjectType({ description: "Unsold part of a purchase." })
export class TaxLot {
  @Field(() => ID, { description: "ID of the purchase that made the lot; name it as `lotId` in a sale." })
  lotId: string;
  @Field(() => ID, { description: "ID of the investment account." })
  accountId: string;
  @Field(() => DateScalar, { description: "Date of the purchase." })
  acquiredOn: string;
  @Field(() => Float, { description: "Number of unsold units, after splits." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Cost basis of the unsold units, fees included." })
  basis: number;
  @Field(() => MoneyScalar, { description: "Market value at the latest price." })
  value: number;
  @Field(() => MoneyScalar, { description: "Unrealized gain: value minus cost basis." })
  gain: number;
  @Field(() => CapitalGainTerm, { description: "Term of the gain if the lot were sold today." })
  term: GainTerm;
  @Field(() => DateScalar, { description: "First day on which a sale of the lot is long-term." })
  longTermFrom: string;
}

@ObjectType({ description: "Open tax lots of a security." })
export class TaxLotList {
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => [TaxLot], { description: "Open lots by account, oldest first." })
  lots: TaxLot[];
}

@ArgsType()
export class RealizedGainsArgs {
  @Field(() => Int, { description: "Calendar year of the sales, 1900 to 2100." })
  @Min(1900)
  @Max(2100)
  year: number;
  @Field(() => TaxLotMethod, {
    defaultValue: "specific",
    description: "Which lots the sales take. Default: the lots they name.",
  })
  method: LotMethod;
}

@ObjectType({ description: "Gain or loss on the part of a lot that was sold." })
export class RealizedGain {
  @Field(() => ID, { description: "ID of the sale." })
  tradeId: string;
  @Field(() => ID, { description: "ID of the purchase that made the lot." })
  lotId: string;
  @Field(() => ID, { description: "ID of the investment account." })
  accountId: string;
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => String, { description: "Ticker symbol of the security." })
  symbol: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Date of the purchase." })
  acquiredOn: string;
  @Field(() => DateScalar, { description: "Date of the sale." })
  soldOn: string;
  @Field(() => Float, { description: "Number of units sold from the lot." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Proceeds of these units, after fees." })
  proceeds: number;
  @Field(() => MoneyScalar, { description: "Cost basis of these units." })
  basis: number;
  @Field(() => MoneyScalar, { description: "Proceeds minus cost basis; negative for a loss." })
  gain: number;
  @Field(() => CapitalGainTerm, { description: "Term of the gain by the holding period." })
  term: GainTerm;
  @Field(() => Boolean, {
    description: "Whether units were bought within 30 days before or after a loss (wash sale).",
  })
  washSale: boolean;
  @Field(() => MoneyScalar, {
    description: "Part of the loss that a wash sale disallows. The basis of the replacement is not raised.",
  })
  disallowedLoss: number;
}

@ObjectType({ description: "Realized gains of a term in a currency." })
export class RealizedGainTotal {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => CapitalGainTerm, { description: "Term of the gains." })
  term: GainTerm;
  @Field(() => MoneyScalar, { description: "Sum of the proceeds." })
  proceeds: number;
  @Field(() => MoneyScalar, { description: "Sum of the cost bases." })
  basis: number;
  @Field(() => MoneyScalar, { description: "Sum of the gains, minus losses." })
  gain: number;
  @Field(() => MoneyScalar, { description: "Sum of the losses that wash sales disallow." })
  disallowedLoss: number;
}

@ObjectType({ description: "Realized capital gains of a year." })
export class RealizedGainList {
  @Field(() => Int, { description: "Calendar year of the sales." })
  year: number;
  @Field(() => TaxLotMethod, { description: "Which lots the sales took." })
  method: LotMethod;
  @Field(() => [RealizedGain], { description: "Gains by date of sale, one per lot." })
  gains: RealizedGain[];
  @Field(() => [RealizedGainTotal], { description: "Totals by currency and term." })
  totals: RealizedGainTotal[];
}
