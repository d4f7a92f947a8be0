import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

@InputType({ description: "Details of a loan with level monthly payments." })
export class AddLoanInput {
  @Field(() => String, { description: "Loan name, up to 100 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar, { description: "Amount borrowed, in the loan's currency. At least 0.001." })
  @Min(0.001)
  principal: number;
  @Field(() => Float, { description: "Annual interest rate in percent, 0 to 100, at most 4 decimals." })
  @Min(0)
  @Max(100)
  annualRate: number;
  @Field(() => Int, { description: "Number of monthly payments, 1 to 600." })
  @Min(1)
  @Max(600)
  termMonths: number;
  @Field(() => DateScalar, {
    description: "Start date of the loan (YYYY-MM-DD). The first payment is due one month later.",
  })
  startDate: string;
  @Field(() => Int, {
    nullable: true,
    description:
      "Day of the month when payments are due, 1 to 31. Shorter months use their last day. Default: the day of the start date.",
  })
  @IsOptional()
  @Min(1)
  @Max(31)
  paymentDay?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Loan currency as an ISO 4217 code. Default: currency of the oldest account.",
  })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ArgsType()
export class LoanScheduleArgs {
  @Field(() => ID, { description: "ID of the loan." })
  @MaxLength(64)
  loanId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Extra principal paid every month, in the loan's currency. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  extraMonthly?: number | null;
}

@ObjectType({ description: "Loan with level monthly payments." })
export class Loan {
  @Field(() => ID, { description: "Unique ID of the loan." })
  id: string;
  @Field(() => ID, { description: "ID of the account that carries the outstanding debt." })
  accountId: string;
  @Field(() => String, { description: "Loan name chosen by the user." })
  name: string;
  @Field(() => String, { description: "Currency of the loan, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount borrowed." })
  principal: number;
  @Field(() => Float, { description: "Annual interest rate in percent." })
  annualRate: number;
  @Field(() => Int, { description: "Number of monthly payments." })
  termMonths: number;
  @Field(() => DateScalar, { description: "Start date of the loan." })
  startDate: string;
  @Field(() => Int, { description: "Day of the month when payments are due." })
  paymentDay: number;
  @Field(() => MoneyScalar, { description: "Level monthly payment, interest included." })
  payment: number;
}

@ObjectType({ description: "Single payment of a loan schedule." })
export class LoanPaymentRow {
  @Field(() => Int, { description: "Payment number, starting at 1." })
  number: number;
  @Field(() => DateScalar, { description: "Due date of the payment." })
  date: string;
  @Field(() => MoneyScalar, { description: "Total amount of the payment." })
  payment: number;
  @Field(() => MoneyScalar, { description: "Interest part of the payment." })
  interest: number;
  @Field(() => MoneyScalar, { description: "Principal part of the payment." })
  principal: number;
  @Field(() => MoneyScalar, { description: "Debt that remains after the payment." })
  balance: number;
}

@ObjectType({ description: "Amortization schedule of a loan." })
export class LoanSchedule {
  @Field(() => ID, { description: "ID of the loan." })
  loanId: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Level monthly payment, without extra principal." })
  payment: number;
  @Field(() => MoneyScalar, { description: "Interest paid over the whole loan." })
  totalInterest: number;
  @Field(() => MoneyScalar, { description: "Principal and interest paid over the whole loan." })
  totalPaid: number;
  @Field(() => [LoanPaymentRow], {
    description: "Payments in order; the last one pays off the remaining debt.",
  })
  rows: LoanPaymentRow[];
}
