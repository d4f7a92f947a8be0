import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { Dollars } from "../../base/cents-field.ts";
import { PageArgs } from "../../base/page.types.ts";
import { PaymentMethodEnum, type PaymentMethod } from "../filings/filing-enums.types.ts";

@InputType({ description: "Payment of a return's tax that was made to the IRS outside of this app." })
export class RecordIrsPaymentInput {
  @Field(() => ID, { description: "ID of the filed return that was paid." })
  @MaxLength(64)
  filingId: string;
  @Field(() => MoneyScalar, { description: "Amount paid in dollars, 0.01 to 10,000,000." })
  @Min(0.01)
  @Max(10_000_000)
  amount: number;
  @Field(() => DateScalar, { description: "Day of the payment. Not in the future." })
  date: string;
  @Field(() => String, {
    description: "Confirmation number, or check number, at most 50 characters. Recorded once per method.",
  })
  @MaxLength(50)
  @Matches(/\S/, { message: "must not be blank" })
  reference: string;
  @Field(() => PaymentMethodEnum, {
    nullable: true,
    description: "How the tax was paid. Default: the payment method of the return.",
  })
  method?: PaymentMethod | null;
}

@ArgsType()
export class IrsPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by filer ID." })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, { nullable: true, description: "Filter by tax period: the year in which it begins." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
}

@ObjectType({ description: "Tax due on filed returns, and the payments that the account recorded for it." })
export class IrsBalance {
  @Dollars("taxDue", { description: "Balance due by the filed returns, in US dollars." })
  taxDueCents: number;
  @Dollars("paid", { description: "Sum of the recorded payments, in US dollars." })
  paidCents: number;
  @Dollars("open", { description: "Part of the tax due without a recorded payment, in US dollars." })
  openCents: number;
  @Dollars("overpaid", { description: "Recorded payments above the tax due of their return, in US dollars." })
  overpaidCents: number;
}

@ObjectType({
  description: "A payment to the IRS as the account recorded it. The IRS has not confirmed it here.",
})
export class RecordedIrsPayment {
  @Field(() => ID, { description: "ID of the payment." })
  id: string;
  @Field(() => ID, { description: "ID of the return that was paid." })
  filingId: string;
  @Field(() => PaymentMethodEnum, { description: "How the tax was paid." })
  method: PaymentMethod;
  @Dollars("amount", { description: "Amount paid, in US dollars." })
  amountCents: number;
  @Field(() => DateScalar, { description: "Day of the payment." })
  date: string;
  @Field(() => String, { description: "Confirmation number, or check number." })
  reference: string;
  @Field(() => IrsBalance, { description: "What is due, paid and open on the return." })
  balance: IrsBalance;
  @Field(() => Date, { description: "Time at which the payment was recorded." })
  createdAt: Date;
}

@ObjectType({ description: "A page of recorded payments to the IRS, newest first." })
export class RecordedIrsPaymentPage extends countedPageOf(RecordedIrsPayment, "payments") {
  @Field(() => IrsBalance, {
    description: "What is due, paid and open on all filed returns that match the filters.",
  })
  balance: IrsBalance;
}
