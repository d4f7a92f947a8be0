import { Matches, Max, Min } from "class-validator";
import { Field, Float, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

export const currencyPattern = /^[A-Z]{3}$/;
export const notACurrency = { message: "must be an ISO 4217 code as USD" };

@InputType({ description: "What a currency is worth in another from a day on." })
export class SetExchangeRateInput {
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  @Matches(currencyPattern, notACurrency)
  base: string;
  @Field(() => String)
  @Matches(currencyPattern, notACurrency)
  quote: string;
  @Field(() => Float, { description: "Units of the quote for one of the base; at most 8 decimals." })
  @Min(0.00000001)
  @Max(1_000_000)
  rate: number;
}

@ObjectType({ description: "What a currency is worth in another from a day on." })
export class ExchangeRate {
  @Field(() => String)
  base: string;
  @Field(() => String)
  quote: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float)
  rate: number;
}
