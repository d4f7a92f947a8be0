import { IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "What a card shows of itself." })
export class PaymentCard {
  @Field(() => String)
  brand: string;
  @Field(() => String)
  last4: string;
  @Field(() => Int)
  expMonth: number;
  @Field(() => Int)
  expYear: number;
}

@ObjectType({ description: "A saved way to pay." })
export class PaymentMethod {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  type: string;
  @Field(() => PaymentCard, { nullable: true, description: "Null for what is no card." })
  card: PaymentCard | null;
  @Field(() => Boolean, { description: "True for the one that is charged." })
  isDefault: boolean;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "The account's saved ways to pay." })
export class PaymentMethodPage {
  @Field(() => [PaymentMethod])
  paymentMethods: PaymentMethod[];
}

@InputType({ description: "Names a saved way to pay." })
export class PaymentMethodInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(255)
  paymentMethodId: string;
}

@ObjectType({ description: "The way to pay that is charged from now on." })
export class DefaultPaymentMethod {
  @Field(() => ID)
  paymentMethodId: string;
  @Field(() => Boolean)
  isDefault: boolean;
}

@ObjectType({ description: "A way to pay that is no longer saved." })
export class DetachedPaymentMethod {
  @Field(() => ID)
  paymentMethodId: string;
  @Field(() => Boolean)
  detached: boolean;
}

@ObjectType({ description: "An invoice of the payment processor, mostly of a subscription." })
export class BillingInvoice {
  @Field(() => ID)
  id: string;
  @Field(() => String, { nullable: true })
  number: string | null;
  @Field(() => String, { description: "draft, open, paid, void or uncollectible." })
  status: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => Date)
  created: Date;
  @Field(() => String, { nullable: true })
  hostedInvoiceUrl: string | null;
  @Field(() => ID, { nullable: true })
  appId: string | null;
  @Field(() => ID, { nullable: true })
  subscriptionId: string | null;
  @Field(() => Date, { nullable: true })
  periodStart: Date | null;
  @Field(() => Date, { nullable: true })
  periodEnd: Date | null;
  @Field(() => String, { nullable: true })
  pdfUrl: string | null;
  @Field(() => Date, { nullable: true })
  paidAt: Date | null;
  @Field(() => Int)
  attemptCount: number;
}

@ObjectType({ description: "Invoices, newest first." })
export class BillingInvoicePage {
  @Field(() => [BillingInvoice])
  invoices: BillingInvoice[];
}

@ArgsType()
export class BillingInvoicesArgs {
  @Field(() => Int, { defaultValue: 10 })
  @Min(1)
  @Max(100)
  limit: number;
}

@InputType({ description: "Names an invoice of the payment processor." })
export class RetryInvoiceInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(255)
  invoiceId: string;
}

@ObjectType({ description: "What of an invoice matters when it is paid." })
export class RetriedInvoice {
  @Field(() => ID)
  id: string;
  @Field(() => String, { nullable: true })
  number: string | null;
  @Field(() => String)
  status: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
}

@ObjectType({ description: "What came of another try to collect an invoice." })
export class InvoiceRetry {
  @Field(() => RetriedInvoice)
  invoice: RetriedInvoice;
  @Field(() => String, { description: "processing, paid or failed." })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Where the payer must act, when the bank asks for it.",
  })
  requiresActionUrl: string | null;
}

@ObjectType({ description: "One line of an invoice to come." })
export class UpcomingInvoiceLine {
  @Field(() => String)
  description: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => Boolean, { description: "True for what a change within the period adds or gives back." })
  proration: boolean;
}

@ObjectType({ description: "What will be billed next." })
export class UpcomingInvoice {
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => Date)
  periodStart: Date;
  @Field(() => Date)
  periodEnd: Date;
  @Field(() => Date, { nullable: true })
  nextPaymentAttempt: Date | null;
  @Field(() => [UpcomingInvoiceLine])
  lines: UpcomingInvoiceLine[];
}

@InputType({ description: "Opens the page where payers manage what they pay with." })
export class BillingPortalInput {
  @Field(() => String, {
    nullable: true,
    description: "Where the page leads back to: https, at an origin of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  returnUrl?: string | null;
}

@ObjectType({ description: "A page of the processor's." })
export class BillingPortal {
  @Field(() => String)
  url: string;
}
