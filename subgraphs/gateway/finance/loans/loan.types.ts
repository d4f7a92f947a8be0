import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

@InputType({ description: "A loan in level monthly payments." })
export class AddLoanInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  principal: number;
  @Field(() => Float, { description: "Percent a year, at most 4 decimals." })
  @Min(0)
  @Max(100)
  annualRate: number;
  @Field(() => Int)
  @Min(1)
  @Max(600)
  termMonths: number;
  @Field(() => DateScalar, { description: "The first payment is a month later." })
  startDate: string;
  @Field(() => Int, {
    nullable: true,
    description: "That of the start when left out; a short month's last day.",
  })
  @IsOptional()
  @Min(1)
  @Max(31)
  paymentDay?: number | null;
  @Field(() => String, { nullable: true, description: "That of the oldest account when left out." })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@ArgsType()
export class LoanScheduleArgs {
  @Field(() => ID)
  @MaxLength(64)
  loanId: string;
  @Field(() => MoneyScalar, { nullable: true, description: "Paid on top each month." })
  @IsOptional()
  @Min(0)
  extraMonthly?: number | null;
}

@ObjectType({ description: "A loan in level monthly payments." })
export class Loan {
  @Field(() => ID)
  id: string;
  @Field(() => ID, { description: "The account that shows what is owed." })
  accountId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  principal: number;
  @Field(() => Float, { description: "Percent a year." })
  annualRate: number;
  @Field(() => Int)
  termMonths: number;
  @Field(() => DateScalar)
  startDate: string;
  @Field(() => Int)
  paymentDay: number;
  @Field(() => MoneyScalar, { description: "The level payment." })
  payment: number;
}

@ObjectType({ description: "A payment of a loan." })
export class LoanPaymentRow {
  @Field(() => Int)
  number: number;
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  payment: number;
  @Field(() => MoneyScalar)
  interest: number;
  @Field(() => MoneyScalar)
  principal: number;
  @Field(() => MoneyScalar, { description: "Left after it." })
  balance: number;
}

@ObjectType({ description: "All payments of a loan; the last one clears the rest." })
export class LoanSchedule {
  @Field(() => ID)
  loanId: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  payment: number;
  @Field(() => MoneyScalar)
  totalInterest: number;
  @Field(() => MoneyScalar)
  totalPaid: number;
  @Field(() => [LoanPaymentRow])
  rows: LoanPaymentRow[];
}
