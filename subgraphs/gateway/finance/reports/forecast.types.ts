import { ArrayMaxSize, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class ForecastArgs {
  @Field(() => Int, { defaultValue: 30, description: "Number of days to forecast, 1 to 366." })
  @Min(1)
  @Max(366)
  days: number;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of open cash, checking and savings accounts, at most 50. Default: all of them.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  accountIds?: string[] | null;
}

@ObjectType({ description: "Bill expected on a day." })
export class CashflowForecastItem {
  @Field(() => DateScalar, { description: "Due date of the bill." })
  date: string;
  @Field(() => String, { description: "Name of the biller." })
  label: string;
  @Field(() => MoneyScalar, { description: "Expected amount, negative, in the forecast's currency." })
  amount: number;
}

@ObjectType({ description: "Forecast for one day." })
export class CashflowForecastDay {
  @Field(() => DateScalar, { description: "Day of the forecast." })
  date: string;
  @Field(() => MoneyScalar, { description: "Projected balance at the end of the day." })
  balance: number;
  @Field(() => Boolean, { description: "Whether the projected balance is below zero." })
  isLow: boolean;
  @Field(() => [CashflowForecastItem], { description: "Bills expected on this day." })
  items: CashflowForecastItem[];
}

@ObjectType({
  description: "Balance forecast based on upcoming bills and the average cash flow of the last 90 days.",
})
export class CashflowForecast {
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Balance at the end of today." })
  startBalance: number;
  @Field(() => MoneyScalar, { description: "Lowest projected balance of all days." })
  lowestBalance: number;
  @Field(() => DateScalar, { description: "First day with the lowest projected balance." })
  lowestOn: string;
  @Field(() => [CashflowForecastDay], { description: "Forecast by day, starting tomorrow." })
  days: CashflowForecastDay[];
}
