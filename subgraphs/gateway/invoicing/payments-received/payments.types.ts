import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsOptional,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { PaymentRefund } from "./payment-refund.types.ts";
import { PrintedArgs } from "../printing/printed-args.types.ts";

export const ReceivedPaymentStatus = { received: "received", voided: "voided" } as const;
export type ReceivedPaymentStatus = keyof typeof ReceivedPaymentStatus;
registerEnumType(ReceivedPaymentStatus, {
  name: "ReceivedPaymentStatus",
  description: "Status of a received payment.",
  valuesConfig: {
    received: { description: "Counts towards invoices or the client's credit." },
    voided: { description: "Recorded by mistake and excluded from all balances." },
  },
});

export const ReceiptMethod = {
  bank_transfer: "bank_transfer",
  card: "card",
  cash: "cash",
  check: "check",
  direct_debit: "direct_debit",
  other: "other",
} as const;
export type ReceiptMethod = keyof typeof ReceiptMethod;
registerEnumType(ReceiptMethod, {
  name: "ReceiptMethod",
  description: "Payment method by which money was received.",
  valuesConfig: {
    bank_transfer: { description: "Bank transfer or wire." },
    card: { description: "Credit or debit card." },
    cash: { description: "Cash handed over or mailed." },
    check: { description: "Paper check (cheque) from a bank account." },
    direct_debit: { description: "Direct debit collected from the client's bank account." },
    other: { description: "Any other payment method." },
  },
});

@ObjectType({ description: "Part of a payment that was allocated to one invoice." })
export class PaymentAllocation {
  @Field(() => ID, { description: "ID of the invoice that received the money." })
  invoiceId: string;
  @Field(() => MoneyScalar, { description: "Amount allocated to the invoice, in the payment's currency." })
  amount: number;
}

@ObjectType({
  description: "A payment received from a client. Money not allocated to invoices is the client's credit.",
})
export class ReceivedPayment {
  @Field(() => ID, { description: "Unique ID of the payment." })
  id: string;
  @Field(() => ReceivedPaymentStatus, {
    description: "Current status of the payment: `received` or `voided`.",
  })
  status: ReceivedPaymentStatus;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client who paid. Null for a customer without a client record.",
  })
  clientId: string | null;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount received, before refunds." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Amount allocated to invoices." })
  allocated: number;
  @Field(() => MoneyScalar, { description: "Amount refunded to the client." })
  refunded: number;
  @Field(() => MoneyScalar, { description: "Amount neither allocated nor refunded: the client's credit." })
  unapplied: number;
  @Field(() => ReceiptMethod, { description: "Payment method, such as `bank_transfer` or `cash`." })
  method: ReceiptMethod;
  @Field(() => DateScalar, {
    description: "Date on which the money was received, in the account's time zone.",
  })
  receivedOn: string;
  @Field(() => String, {
    nullable: true,
    description: "Payment reference, such as a check number. Null when none was given.",
  })
  reference: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the payment was voided. Null unless voided.",
  })
  voidReason: string | null;
  @Field(() => [PaymentAllocation], { description: "Allocations of the payment, one entry per invoice." })
  allocations: PaymentAllocation[];
  @Field(() => [PaymentRefund], { description: "Refunds of the payment." })
  refunds: PaymentRefund[];
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the payment was recorded." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the payment's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of received payments, newest first." })
export class ReceivedPaymentPage extends countedPageOf(ReceivedPayment, "payments") {}

@ArgsType()
export class PaymentReceiptPdfArgs extends PrintedArgs {
  @Field(() => ID, { description: "ID of the payment." })
  @MaxLength(64)
  paymentId: string;
}

@InputType({ description: "A payment received for an invoice." })
export class RecordPaymentInput {
  @Field(() => ID, { description: "ID of the invoice that was paid." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, {
    description: "Amount received, above 0. An excess over the amount due becomes the client's credit.",
  })
  @Min(0.001)
  amount: number;
  @Field(() => ReceiptMethod, { description: "Payment method, such as `bank_transfer` or `cash`." })
  method: ReceiptMethod;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the money was received, not in the future. Default: now.",
  })
  receivedAt?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Payment reference, such as a check number, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  reference?: string | null;
}

@InputType({ description: "The payment to act on." })
class ReceivedPaymentIdInput {
  @Field(() => ID, { description: "ID of the payment." })
  @MaxLength(64)
  paymentId: string;
}

@InputType({
  description: "A refund. Transfer the money by other means, unless the payment was received online.",
})
export class RefundPaymentInput extends ReceivedPaymentIdInput {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount to refund, in the payment's currency. Default: all that is not yet refunded.",
  })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => String, { nullable: true, description: "Reason for the refund, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "A payment that was recorded by mistake, with the reason." })
export class VoidPaymentInput extends ReceivedPaymentIdInput {
  @Field(() => String, { description: "Reason for voiding the payment, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({ description: "A payment whose receipt to e-mail." })
export class SendPaymentReceiptInput extends ReceivedPaymentIdInput {
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the recipient. Default: the client's address.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  to?: string | null;
}

@ObjectType({ description: "Confirmation that a payment receipt is on its way." })
export class SentPaymentReceipt {
  @Field(() => ID, { description: "ID of the payment." })
  paymentId: string;
  @Field(() => Boolean, { description: "Always true: the e-mail was queued." })
  sent: boolean;
}

@ArgsType()
export class UnappliedPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Returns only payments of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
}

@InputType({ description: "An amount of the payment for one invoice." })
export class PaymentAllocationInput {
  @Field(() => ID, { description: "ID of an open invoice of the same client and currency." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, {
    description: "Amount to allocate, above 0 and at most the invoice's amount due.",
  })
  @Min(0.001)
  amount: number;
}

@InputType({ description: "Allocation of a payment's unapplied money to open invoices." })
export class AllocatePaymentInput extends ReceivedPaymentIdInput {
  @Field(() => [PaymentAllocationInput], {
    description: "Invoices to pay and the amount for each, 1 to 100 entries.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  allocations: PaymentAllocationInput[];
}

@InputType({ description: "An invoice to write off as uncollectible, with the reason." })
export class WriteOffInvoiceInput {
  @Field(() => ID, { description: "ID of the invoice to write off." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => String, { description: "Reason for the write-off, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the write-off, YYYY-MM-DD, not in the future. Default: today.",
  })
  date?: string | null;
}

@ArgsType()
export class ReceivedPaymentArgs {
  @Field(() => ID, { description: "ID of the payment." })
  @MaxLength(64)
  paymentId: string;
}

@ArgsType()
export class ReceivedPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Returns only payments of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Earliest date received to include, YYYY-MM-DD." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Latest date received to include, YYYY-MM-DD." })
  to?: string | null;
  @Field(() => ReceiptMethod, { nullable: true, description: "Returns only payments by this method." })
  method?: ReceiptMethod | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True returns only payments with unapplied money left. False or omitted returns all.",
  })
  unapplied?: boolean | null;
}
