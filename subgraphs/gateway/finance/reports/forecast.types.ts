import { ArrayMaxSize, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class ForecastArgs {
  @Field(() => Int, { defaultValue: 30 })
  @Min(1)
  @Max(366)
  days: number;
  @Field(() => [ID], {
    nullable: true,
    description: "Cash, checking and savings accounts; all when left out.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  accountIds?: string[] | null;
}

@ObjectType({ description: "A bill that falls on a day." })
export class CashflowForecastItem {
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  label: string;
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "A day to come." })
export class CashflowForecastDay {
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  balance: number;
  @Field(() => Boolean, { description: "True where the balance is below zero." })
  isLow: boolean;
  @Field(() => [CashflowForecastItem])
  items: CashflowForecastItem[];
}

@ObjectType({ description: "What accounts will have: bills, and else the pace of the last 90 days." })
export class CashflowForecast {
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { description: "At the end of today." })
  startBalance: number;
  @Field(() => MoneyScalar, { description: "The least of the days." })
  lowestBalance: number;
  @Field(() => DateScalar)
  lowestOn: string;
  @Field(() => [CashflowForecastDay])
  days: CashflowForecastDay[];
}
