import { IsOptional, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class SimulateExtraPaymentArgs {
  @Field(() => ID, { description: "ID of the loan." })
  @MaxLength(64)
  loanId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Extra principal with every payment from now on. Omit to use `lumpSum`.",
  })
  @IsOptional()
  @Min(0.001)
  extraMonthly?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Extra principal paid once, with the next payment. Omit to use `extraMonthly`.",
  })
  @IsOptional()
  @Min(0.001)
  lumpSum?: number | null;
}

@ObjectType({ description: "What extra payments save on a loan." })
export class ExtraPaymentSimulation {
  @Field(() => ID, { description: "ID of the loan." })
  loanId: string;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Number of payments that are no longer needed." })
  monthsSaved: number;
  @Field(() => MoneyScalar, { description: "Interest that is not paid." })
  interestSaved: number;
  @Field(() => DateScalar, { description: "Date of the last payment without extra principal." })
  payoffDate: string;
  @Field(() => DateScalar, { description: "Date of the last payment with extra principal." })
  newPayoffDate: string;
}

@ArgsType()
export class PayoffStrategiesArgs {
  @Field(() => MoneyScalar, {
    description: "Money for all loans per month, in the currency of the oldest account.",
  })
  @Min(0.001)
  monthlyBudget: number;
}

@ObjectType({ description: "Loan or credit card in a payoff plan." })
export class PayoffStep {
  @Field(() => ID, { description: "ID of the loan, or of the credit card's account." })
  loanId: string;
  @Field(() => String, { description: "Name of the loan or card." })
  name: string;
  @Field(() => Int, { description: "Month in which the loan is paid off, starting at 1." })
  month: number;
  @Field(() => MoneyScalar, { description: "Interest paid on the loan until then." })
  interest: number;
}

@ObjectType({ description: "Plan that pays off all loans." })
export class PayoffPlan {
  @Field(() => Int, { description: "Number of months until all loans are paid off." })
  months: number;
  @Field(() => MoneyScalar, { description: "Interest paid on all loans." })
  totalInterest: number;
  @Field(() => [PayoffStep], { description: "Loans in the order in which they are paid off." })
  loans: PayoffStep[];
}

@ObjectType({ description: "Two plans that pay off all loans with the same monthly budget." })
export class PayoffComparison {
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => PayoffPlan, { description: "Highest interest rate first: the least interest." })
  avalanche: PayoffPlan;
  @Field(() => PayoffPlan, { description: "Smallest balance first: the earliest first loan paid off." })
  snowball: PayoffPlan;
}
