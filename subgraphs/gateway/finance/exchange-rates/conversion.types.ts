import { Matches } from "class-validator";
import { ArgsType, Field, Float, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";
import { rateSources, type RateSource } from "./conversion.ts";

const ExchangeRateSource = enumOf(rateSources);
registerEnumType(ExchangeRateSource, {
  name: "ExchangeRateSource",
  description: "Sources of exchange rates.",
  valuesConfig: {
    own: { description: "Set by the account with setExchangeRate." },
    ecb: { description: "Reference rate of the European Central Bank, through the euro." },
  },
});

@ArgsType()
export class ExchangeRatesArgs {
  @Field(() => String, { description: "Base currency as an ISO 4217 code, such as EUR." })
  @Matches(currencyPattern, notACurrency)
  base: string;
  @Field(() => String, { description: "Quote currency as an ISO 4217 code; must differ from the base." })
  @Matches(currencyPattern, notACurrency)
  quote: string;
  @Field(() => DateScalar, { description: "First day of the rates (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the rates, at most 366 days after the first." })
  to: string;
}

@ObjectType({ description: "Exchange rate of a day, with its source." })
export class SourcedRate {
  @Field(() => DateScalar, { description: "Day of the rate." })
  date: string;
  @Field(() => Float, { description: "Units of the quote currency per unit of the base, 8 decimals." })
  rate: number;
  @Field(() => ExchangeRateSource, { description: "Source of the rate." })
  source: RateSource;
  @Field(() => Date, { nullable: true, description: "Time when it was fetched (UTC). Null for own rates." })
  fetchedAt: Date | null;
}

@ObjectType({ description: "Exchange rates of two currencies." })
export class ExchangeRateList {
  @Field(() => String, { description: "Base currency as an ISO 4217 code." })
  base: string;
  @Field(() => String, { description: "Quote currency as an ISO 4217 code." })
  quote: string;
  @Field(() => [SourcedRate], { description: "Rates by date, oldest first; own and reference rates." })
  rates: SourcedRate[];
}

@ArgsType()
export class ConvertAmountArgs {
  @Field(() => MoneyScalar, { description: "Amount in the currency `from`." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount as an ISO 4217 code." })
  @Matches(currencyPattern, notACurrency)
  from: string;
  @Field(() => String, { description: "Wanted currency as an ISO 4217 code." })
  @Matches(currencyPattern, notACurrency)
  to: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the conversion (YYYY-MM-DD); the last rate on or before it counts. Default: today.",
  })
  date?: string | null;
}

@ObjectType({ description: "Amount in another currency." })
export class ConvertedAmount {
  @Field(() => MoneyScalar, { description: "Converted amount in the wanted currency, rounded half up." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => Float, { description: "Rate used, with 8 decimals." })
  rate: number;
  @Field(() => DateScalar, { description: "Day of the rate." })
  rateDate: string;
  @Field(() => ExchangeRateSource, {
    nullable: true,
    description: "Source of the rate. Null for one currency.",
  })
  source: RateSource | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the rate was fetched (UTC). Null for own rates.",
  })
  fetchedAt: Date | null;
}
