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
import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { JournalEntry } from "../journal/journal.types.ts";

const currencyWords = "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.";

@ObjectType({ description: "Balance of a ledger account in a foreign currency." })
export class ForeignBalance {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the ledger account." })
  accountCode: string;
  @Field(() => String, { description: "Name of the ledger account." })
  accountName: string;
  @Field(() => String, { description: "Foreign currency, as an ISO 4217 code." })
  foreignCurrency: string;
  @Field(() => MoneyScalar, { description: "Balance in the foreign currency, debits less credits." })
  foreignBalance: number;
  @Field(() => MoneyScalar, { description: "Its value in the books, in the currency of the ledger." })
  value: number;
}

@ObjectType({ description: "Balances in foreign currencies at the end of a day." })
export class ForeignBalances {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Day at whose end the balances are." })
  asOf: string;
  @Field(() => [ForeignBalance], { description: "Balances by currency, then by account code." })
  balances: ForeignBalance[];
}

@ObjectType({ description: "Change of an account's value by a revaluation." })
export class RevaluedBalance extends ForeignBalance {
  @Field(() => Float, { description: "Units of the ledger's currency per unit of the foreign currency." })
  exchangeRate: number;
  @Field(() => MoneyScalar, { description: "Value at the rate, in the currency of the ledger." })
  newValue: number;
  @Field(() => MoneyScalar, { description: "Change of the value; above 0 for a debit." })
  adjustment: number;
}

@ObjectType({ description: "Revaluation of balances in foreign currencies." })
export class ForeignRevaluation {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Day of the rates and of the entries." })
  asOf: string;
  @Field(() => [RevaluedBalance], { description: "Every balance, with its change." })
  balances: RevaluedBalance[];
  @Field(() => MoneyScalar, { description: "Gain of the revaluation; below 0 for a loss." })
  gain: number;
  @Field(() => [JournalEntry], {
    description: "Entries that were posted, one per currency; none where no value has changed.",
  })
  entries: JournalEntry[];
}

@ArgsType()
export class ForeignBalancesArgs {
  @Field(() => DateScalar, { description: "Day at whose end the balances are." })
  asOf: string;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Exchange rate of a foreign currency." })
export class ClosingRateInput {
  @Field(() => String, { description: "Foreign currency, as an ISO 4217 code." })
  @Matches(/^[A-Z]{3}$/)
  foreignCurrency: string;
  @Field(() => Float, {
    description:
      "Rate of the day, with up to 10 decimals. Units of the ledger's currency per unit of the foreign one.",
  })
  @Min(0.000_000_000_1)
  @Max(1_000_000)
  exchangeRate: number;
}

@InputType({ description: "Day and rates of a revaluation." })
export class RevalueForeignBalancesInput {
  @Field(() => DateScalar, { description: "Day of the rates, usually the last one of a period." })
  asOf: string;
  @Field(() => [ClosingRateInput], { description: "Rates of every foreign currency with a balance." })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  rates: ClosingRateInput[];
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the account of income or expenses for gains and losses. Default: the account 7200 of the standard chart.",
  })
  @IsOptional()
  @MaxLength(64)
  exchangeAccountId?: string | null;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}
