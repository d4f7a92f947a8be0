import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import { PeriodArgs } from "../reports/cash-flow.types.ts";
import { sensitivities, type Basis, type Sensitivity } from "./unusual-spending.ts";

const SpendingSensitivity = enumOf(["low", "medium", "high"]);
registerEnumType(SpendingSensitivity, {
  name: "SpendingSensitivity",
  description: "How far from usual spending must be to be reported.",
  valuesConfig: {
    low: { description: `Only the clearest cases: a score of ${sensitivities.low} or more.` },
    medium: { description: `A score of ${sensitivities.medium} or more.` },
    high: { description: `Also weaker cases: a score of ${sensitivities.high} or more.` },
  },
});
const UnusualBasis = enumOf(["payee", "category"]);
registerEnumType(UnusualBasis, {
  name: "UnusualBasis",
  description: "History that a transaction is compared with.",
  valuesConfig: {
    payee: { description: "Other payments to the same payee." },
    category: { description: "Other payments in the same category, for payees with a short history." },
  },
});

@ArgsType()
export class UnusualSpendingArgs extends PeriodArgs {
  @Field(() => SpendingSensitivity, {
    defaultValue: "medium",
    description: "How far from usual spending must be.",
  })
  sensitivity: Sensitivity;
}

@ObjectType({ description: "Transaction that is unusually large, with the reason." })
export class UnusualTransaction {
  @Field(() => ID, { description: "ID of the transaction." })
  transactionId: string;
  @Field(() => DateScalar, { description: "Date of the transaction." })
  date: string;
  @Field(() => String, { description: "Name of the payee." })
  payee: string;
  @Field(() => ID, { nullable: true, description: "ID of the category. Null when it has none." })
  categoryId: string | null;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount spent, as a positive number." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Median of the history." })
  usual: number;
  @Field(() => UnusualBasis, { description: "History that the transaction is compared with." })
  basis: Basis;
  @Field(() => Int, { description: "Number of payments in the history, this one included." })
  historyCount: number;
  @Field(() => Float, {
    description: "Distance from the median in standard deviations estimated from the quartiles.",
  })
  score: number;
  @Field(() => String, { description: "Reason in words, with the usual amount and the size of the history." })
  why: string;
}

@ObjectType({ description: "Unusually large spending of a period." })
export class UnusualSpending {
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, included." })
  to: string;
  @Field(() => [UnusualTransaction], { description: "Transactions, highest score first, at most 100." })
  transactions: UnusualTransaction[];
}
