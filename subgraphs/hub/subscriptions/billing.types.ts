import { IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Card details that are safe to display." })
export class PaymentCard {
  @Field(() => String, { description: "Card brand, such as visa or mastercard." })
  brand: string;
  @Field(() => String, { description: "Last four digits of the card number." })
  last4: string;
  @Field(() => Int, { description: "Expiry month of the card, 1 to 12." })
  expMonth: number;
  @Field(() => Int, { description: "Expiry year of the card, four digits." })
  expYear: number;
}

@ObjectType({ description: "Saved payment method of the account." })
export class PaymentMethod {
  @Field(() => ID, { description: "ID of the payment method at the processor." })
  id: string;
  @Field(() => String, { description: "Type of payment method at the processor, such as `card`." })
  type: string;
  @Field(() => PaymentCard, { nullable: true, description: "Card details; null for other payment methods." })
  card: PaymentCard | null;
  @Field(() => Boolean, { description: "True for the payment method that is charged by default." })
  isDefault: boolean;
  @Field(() => Date, { description: "Time the payment method was saved, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Saved payment methods of the account." })
export class PaymentMethodPage {
  @Field(() => [PaymentMethod], { description: "Payment methods of the account." })
  paymentMethods: PaymentMethod[];
}

@InputType({ description: "Saved payment method to use." })
export class PaymentMethodInput {
  @Field(() => ID, { description: "ID of the payment method." })
  @MinLength(1)
  @MaxLength(255)
  paymentMethodId: string;
}

@ObjectType({ description: "Payment method that is charged by default." })
export class DefaultPaymentMethod {
  @Field(() => ID, { description: "ID of the payment method." })
  paymentMethodId: string;
  @Field(() => Boolean, { description: "True when it is the default payment method." })
  isDefault: boolean;
}

@ObjectType({ description: "Payment method that was removed from the account." })
export class DetachedPaymentMethod {
  @Field(() => ID, { description: "ID of the removed payment method." })
  paymentMethodId: string;
  @Field(() => Boolean, { description: "True when the payment method was removed." })
  detached: boolean;
}

@ObjectType({ description: "Invoice of the payment processor, usually for a subscription." })
export class BillingInvoice {
  @Field(() => ID, { description: "ID of the invoice at the processor." })
  id: string;
  @Field(() => String, { nullable: true, description: "Invoice number; null for a draft." })
  number: string | null;
  @Field(() => String, {
    description: "Status of the invoice: `draft`, `open`, `paid`, `void` or `uncollectible`.",
  })
  status: string;
  @Field(() => MoneyScalar, { description: "Amount due in major units of the currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount as an ISO 4217 code." })
  currency: string;
  @Field(() => Date, { description: "Time the invoice was created, ISO 8601 in UTC." })
  created: Date;
  @Field(() => String, {
    nullable: true,
    description: "URL of the processor's page for this invoice; null for a draft.",
  })
  hostedInvoiceUrl: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app of the subscription; null when it has none.",
  })
  appId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the subscription billed; null when it has none." })
  subscriptionId: string | null;
  @Field(() => Date, { nullable: true, description: "Start of the billing period; null when it has none." })
  periodStart: Date | null;
  @Field(() => Date, { nullable: true, description: "End of the billing period; null when it has none." })
  periodEnd: Date | null;
  @Field(() => String, { nullable: true, description: "URL of the invoice as PDF; null for a draft." })
  pdfUrl: string | null;
  @Field(() => Date, { nullable: true, description: "Time the invoice was paid; null while unpaid." })
  paidAt: Date | null;
  @Field(() => Int, { description: "Number of attempts to collect the invoice." })
  attemptCount: number;
}

@ObjectType({ description: "Subscription invoices of the account, newest first." })
export class BillingInvoicePage {
  @Field(() => [BillingInvoice], { description: "Invoices of the account, newest first." })
  invoices: BillingInvoice[];
}

@ArgsType()
export class BillingInvoicesArgs {
  @Field(() => Int, { defaultValue: 10, description: "Maximum number of invoices to return." })
  @Min(1)
  @Max(100)
  limit: number;
}

@InputType({ description: "Open invoice to collect again." })
export class RetryInvoiceInput {
  @Field(() => ID, { description: "ID of the invoice at the processor." })
  @MinLength(1)
  @MaxLength(255)
  invoiceId: string;
}

@ObjectType({ description: "Invoice after another payment attempt." })
export class RetriedInvoice {
  @Field(() => ID, { description: "ID of the invoice at the processor." })
  id: string;
  @Field(() => String, { nullable: true, description: "Invoice number; null for a draft." })
  number: string | null;
  @Field(() => String, {
    description: "Status of the invoice: `draft`, `open`, `paid`, `void` or `uncollectible`.",
  })
  status: string;
  @Field(() => MoneyScalar, { description: "Amount due in major units of the currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount as an ISO 4217 code." })
  currency: string;
}

@ObjectType({ description: "Result of another attempt to collect an invoice." })
export class InvoiceRetry {
  @Field(() => RetriedInvoice, { description: "Invoice after the attempt." })
  invoice: RetriedInvoice;
  @Field(() => String, { description: "Result of the attempt: `processing`, `paid` or `failed`." })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "URL where the payer confirms the payment when the bank requires it; otherwise null.",
  })
  requiresActionUrl: string | null;
}

@ObjectType({ description: "One line of an upcoming invoice." })
export class UpcomingInvoiceLine {
  @Field(() => String, { description: "Text of the invoice line." })
  description: string;
  @Field(() => MoneyScalar, { description: "Amount of the line in major units; negative for a credit." })
  amount: number;
  @Field(() => Boolean, { description: "True for an adjustment after a plan change within the period." })
  proration: boolean;
}

@ObjectType({ description: "Preview of the next invoice." })
export class UpcomingInvoice {
  @Field(() => MoneyScalar, { description: "Amount due in major units of the currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the amounts as an ISO 4217 code." })
  currency: string;
  @Field(() => Date, { description: "Start of the billing period." })
  periodStart: Date;
  @Field(() => Date, { description: "End of the billing period." })
  periodEnd: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the next payment attempt; null when none is planned.",
  })
  nextPaymentAttempt: Date | null;
  @Field(() => [UpcomingInvoiceLine], { description: "Lines of the invoice." })
  lines: UpcomingInvoiceLine[];
}

@InputType({ description: "Return URL of the billing portal." })
export class BillingPortalInput {
  @Field(() => String, {
    nullable: true,
    description: "URL the portal links back to: https, on an origin of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  returnUrl?: string | null;
}

@ObjectType({ description: "Billing portal of the payment processor." })
export class BillingPortal {
  @Field(() => String, { description: "URL of the billing portal. Redirect the payer there." })
  url: string;
}
