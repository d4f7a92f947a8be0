import { IsOptional, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import type { DisputeStatus as ProcessorDisputeStatus } from "../../base/payments/payment-processor.port.ts";
import type { OnlinePaymentState } from "./online-payment.rows.ts";

const OnlinePaymentStatus = {
  open: "open",
  processing: "processing",
  succeeded: "succeeded",
  failed: "failed",
  expired: "expired",
} as const;
registerEnumType(OnlinePaymentStatus, {
  name: "OnlinePaymentStatus",
  description: "State of a payment at the payment processor.",
  valuesConfig: {
    open: { description: "The client has opened the page and not paid yet." },
    processing: { description: "The client's bank has not confirmed the payment yet." },
    succeeded: { description: "The payment was received and recorded on the invoice." },
    failed: { description: "The client's bank declined the payment." },
    expired: { description: "The page was closed without a payment." },
  },
});

const PaymentDisputeStatus = {
  needs_response: "needs_response",
  under_review: "under_review",
  won: "won",
  lost: "lost",
  warning: "warning",
} as const;
registerEnumType(PaymentDisputeStatus, {
  name: "PaymentDisputeStatus",
  description: "State of a dispute about a payment.",
  valuesConfig: {
    needs_response: { description: "The bank waits for evidence of the seller." },
    under_review: { description: "The bank decides on the evidence." },
    won: { description: "The seller keeps the money." },
    lost: { description: "The client got the money back." },
    warning: { description: "The bank asks, without having taken the money." },
  },
});

@InputType({ description: "Payment of an invoice by the holder of its payment link." })
export class PayInvoiceOnlineInput {
  @Field(() => String, { description: "Secret token: the last path segment of the payment link." })
  @MaxLength(64)
  token: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount to pay, in the invoice currency. Default: all that is due.",
  })
  @IsOptional()
  @Min(0.01)
  amount?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True where the payer agrees that the method is saved for later invoices of the series.",
  })
  @IsOptional()
  saveMethod?: boolean | null;
}

@ObjectType({ description: "The payment processor's page on which an invoice is paid." })
export class OnlineCheckout {
  @Field(() => String, { description: "URL of the page." })
  url: string;
  @Field(() => Date, { description: "Time at which the page closes." })
  expiresAt: Date;
}

@ObjectType({ description: "A dispute that a client's bank opened about a payment." })
export class PaymentDispute {
  @Field(() => ID, { description: "ID of the dispute." })
  id: string;
  @Field(() => ID, { description: "ID of the online payment that is disputed." })
  onlinePaymentId: string;
  @Field(() => ID, { description: "ID of the invoice that was paid." })
  invoiceId: string;
  @Field(() => MoneyScalar, { description: "Disputed amount." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Fee of the processor for the dispute." })
  fee: number;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => String, { description: "Reason given by the bank, such as `fraudulent`." })
  reason: string;
  @Field(() => PaymentDisputeStatus, { description: "State of the dispute, such as `needs_response`." })
  status: ProcessorDisputeStatus;
  @Field(() => Date, {
    nullable: true,
    description: "Until when evidence is accepted. Null when there is no limit.",
  })
  evidenceDueAt: Date | null;
  @Field(() => DateScalar, { description: "Date on which the dispute became known." })
  openedOn: string;
  @Field(() => DateScalar, { nullable: true, description: "Date of the decision. Null before." })
  closedOn: string | null;
}

@ObjectType({ description: "A payment of an invoice at the payment processor." })
export class OnlinePayment {
  @Field(() => ID, { description: "ID of the online payment." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that is paid." })
  invoiceId: string;
  @Field(() => OnlinePaymentStatus, { description: "State of the payment, such as `succeeded`." })
  status: OnlinePaymentState;
  @Field(() => MoneyScalar, { description: "Amount that the client pays." })
  amount: number;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Fee of the platform, in the payment's currency." })
  applicationFee: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "All fees taken off, that of the platform included. Null until known.",
  })
  fee: number | null;
  @Field(() => ID, { nullable: true, description: "ID of the recorded payment. Null until it was received." })
  paymentId: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the payment. Null until it was received.",
  })
  paidOn: string | null;
  @Field(() => [PaymentDispute], { description: "Disputes about the payment." })
  disputes: PaymentDispute[];
  @Field(() => Date, { description: "Time at which the client opened the page." })
  createdAt: Date;
}

@ObjectType({ description: "A page of online payments, newest first." })
export class OnlinePaymentPage extends countedPageOf(OnlinePayment, "payments") {}

@ArgsType()
export class OnlinePaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Returns only payments of this invoice." })
  @IsOptional()
  @MaxLength(64)
  invoiceId?: string | null;
}
