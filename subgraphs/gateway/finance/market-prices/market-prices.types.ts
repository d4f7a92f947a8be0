import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import { priceSources, type PriceSource } from "../finance-tables.ts";

export const PriceSourceEnum = enumOf(priceSources);
registerEnumType(PriceSourceEnum, {
  name: "PriceSource",
  description: "Sources of a security's price.",
  valuesConfig: {
    manual: { description: "Set by the account with setSecurityPrice." },
    trade: { description: "Price of a trade of that day." },
    market: { description: "Closing price of the configured market data service." },
  },
});

const PriceRefreshOutcome = enumOf(["updated", "unknown_symbol", "unavailable"]);
registerEnumType(PriceRefreshOutcome, {
  name: "PriceRefreshOutcome",
  description: "Outcomes of fetching the prices of a security.",
  valuesConfig: {
    updated: { description: "The prices were fetched and stored." },
    unknown_symbol: { description: "The service has no prices under this symbol." },
    unavailable: { description: "The service could not be reached; try again later." },
  },
});

@ArgsType()
export class SecurityPricesArgs {
  @Field(() => ID, { description: "ID of the security." })
  @MaxLength(64)
  securityId: string;
  @Field(() => DateScalar, { description: "First day of the prices (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the prices, at most 366 days after the first." })
  to: string;
}

@ObjectType({ description: "Price of a security on a day, with its source." })
export class SourcedPrice {
  @Field(() => DateScalar, { description: "Day of the price." })
  date: string;
  @Field(() => Float, { description: "Price per unit." })
  price: number;
  @Field(() => PriceSourceEnum, { description: "Source of the price." })
  source: PriceSource;
  @Field(() => Date, {
    nullable: true,
    description: "Time when it was fetched (UTC). Null unless it is a market price.",
  })
  fetchedAt: Date | null;
}

@ObjectType({ description: "Prices of a security." })
export class SecurityPriceList {
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => String, { description: "Currency of the prices, as an ISO 4217 code." })
  currency: string;
  @Field(() => [SourcedPrice], { description: "Prices by date, oldest first." })
  prices: SourcedPrice[];
}

@InputType({ description: "Securities whose prices are fetched." })
export class RefreshSecurityPricesInput {
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the securities, at most 20. Default: traded ones, those fetched longest ago first.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  securityIds?: string[] | null;
}

@ObjectType({ description: "Result of fetching the prices of a security." })
export class RefreshedSecurity {
  @Field(() => ID, { description: "ID of the security." })
  securityId: string;
  @Field(() => String, { description: "Ticker symbol of the security." })
  symbol: string;
  @Field(() => PriceRefreshOutcome, { description: "Outcome for this security." })
  outcome: "updated" | "unknown_symbol" | "unavailable";
  @Field(() => Int, { description: "Number of days whose price is new or changed." })
  changed: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the prices were fetched (UTC). Null without any.",
  })
  fetchedAt: Date | null;
}

@ObjectType({ description: "Result of fetching prices of securities." })
export class RefreshedSecurityPrices {
  @Field(() => [RefreshedSecurity], { description: "Results by security." })
  securities: RefreshedSecurity[];
}
