import { Matches, Max, Min } from "class-validator";
import { Field, Float, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

export const currencyPattern = /^[A-Z]{3}$/;
export const notACurrency = { message: "must be an ISO 4217 code such as USD" };

@InputType({ description: "Exchange rate between two currencies, valid from a date." })
export class SetExchangeRateInput {
  @Field(() => DateScalar, { description: "First day on which the rate is valid (YYYY-MM-DD)." })
  date: string;
  @Field(() => String, { description: "Base currency as an ISO 4217 code, such as EUR." })
  @Matches(currencyPattern, notACurrency)
  base: string;
  @Field(() => String, { description: "Quote currency as an ISO 4217 code; must differ from the base." })
  @Matches(currencyPattern, notACurrency)
  quote: string;
  @Field(() => Float, {
    description: "Units of the quote currency per unit of the base currency. At most 8 decimals.",
  })
  @Min(0.00000001)
  @Max(1_000_000)
  rate: number;
}

@ObjectType({ description: "Exchange rate between two currencies, valid from a date." })
export class ExchangeRate {
  @Field(() => String, { description: "Base currency as an ISO 4217 code." })
  base: string;
  @Field(() => String, { description: "Quote currency as an ISO 4217 code." })
  quote: string;
  @Field(() => DateScalar, { description: "First day on which the rate is valid." })
  date: string;
  @Field(() => Float, { description: "Units of the quote currency per unit of the base currency." })
  rate: number;
}
