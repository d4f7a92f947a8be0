import { Max, Min } from "class-validator";
import { ArgsType, Field, Float, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Income and savings in one currency." })
export class SavingsTotal {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Income received, minus what was paid back." })
  income: number;
  @Field(() => MoneyScalar, { description: "Amount spent, minus refunds." })
  spent: number;
  @Field(() => MoneyScalar, { description: "Income minus spending." })
  saved: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of income that was not spent, in percent. Null without income.",
  })
  rate: number | null;
}

@ObjectType({ description: "Savings rate of a period. Excludes transfers and trades." })
export class SavingsRate {
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, included." })
  to: string;
  @Field(() => [SavingsTotal], { description: "Totals by currency. Each currency is separate." })
  totals: SavingsTotal[];
}

@ArgsType()
export class RunwayArgs {
  @Field(() => Int, {
    defaultValue: 6,
    description: "Number of complete months before the current one to average spending over, 1 to 60.",
  })
  @Min(1)
  @Max(60)
  months: number;
}

@ObjectType({ description: "How long money on hand lasts in one currency." })
export class RunwayTotal {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Balance of open cash, checking and savings accounts today." })
  liquid: number;
  @Field(() => MoneyScalar, { description: "Average spending per month, minus refunds." })
  monthlyBurn: number;
  @Field(() => Float, {
    nullable: true,
    description: "Months that the balance lasts without income, with one decimal. Null without spending.",
  })
  months: number | null;
  @Field(() => Int, {
    description: "Number of months the average is over; none before the first transaction.",
  })
  monthsUsed: number;
}

@ObjectType({ description: "How many months money on hand lasts without income." })
export class Runway {
  @Field(() => DateScalar, { description: "Day of the balances." })
  asOf: string;
  @Field(() => [RunwayTotal], { description: "Runway by currency. Each currency is separate." })
  totals: RunwayTotal[];
}
