import {
  ArrayMaxSize,
  ArrayMinSize,
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

export const ReceivedPaymentStatus = { received: "received", voided: "voided" } as const;
export type ReceivedPaymentStatus = keyof typeof ReceivedPaymentStatus;
registerEnumType(ReceivedPaymentStatus, {
  name: "ReceivedPaymentStatus",
  description: "A voided payment was recorded by mistake; it counts nowhere.",
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
registerEnumType(ReceiptMethod, { name: "ReceiptMethod", description: "How money came in." });

@ObjectType({ description: "What one invoice has got of a payment." })
export class PaymentAllocation {
  @Field(() => ID)
  invoiceId: string;
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "Money that was paid back." })
export class PaymentRefund {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  paymentId: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => DateScalar)
  refundedOn: string;
}

@ObjectType({ description: "Money that came in. What no invoice has got of it is the client's credit." })
export class ReceivedPayment {
  @Field(() => ID)
  id: string;
  @Field(() => ReceivedPaymentStatus)
  status: ReceivedPaymentStatus;
  @Field(() => ID, { nullable: true })
  clientId: string | null;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => MoneyScalar)
  allocated: number;
  @Field(() => MoneyScalar)
  refunded: number;
  @Field(() => MoneyScalar, { description: "The client's credit: neither allocated nor refunded." })
  unapplied: number;
  @Field(() => ReceiptMethod)
  method: ReceiptMethod;
  @Field(() => DateScalar)
  receivedOn: string;
  @Field(() => String, { nullable: true })
  reference: string | null;
  @Field(() => String, { nullable: true })
  voidReason: string | null;
  @Field(() => [PaymentAllocation])
  allocations: PaymentAllocation[];
  @Field(() => [PaymentRefund])
  refunds: PaymentRefund[];
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of payments, newest first." })
export class ReceivedPaymentPage extends countedPageOf(ReceivedPayment, "payments") {}

@InputType({ description: "Money that came in for an invoice." })
export class RecordPaymentInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, { description: "Above zero. More than is due becomes the client's credit." })
  @Min(0.001)
  amount: number;
  @Field(() => ReceiptMethod)
  method: ReceiptMethod;
  @Field(() => Date, { nullable: true, description: "Now when left out; not in the future." })
  receivedAt?: Date | null;
  @Field(() => String, { nullable: true, description: "Such as the number of a check." })
  @IsOptional()
  @MaxLength(200)
  reference?: string | null;
}

@InputType({ description: "One payment." })
class ReceivedPaymentIdInput {
  @Field(() => ID)
  @MaxLength(64)
  paymentId: string;
}

@InputType({ description: "Money to pay back. It is recorded; the money itself is moved by other means." })
export class RefundPaymentInput extends ReceivedPaymentIdInput {
  @Field(() => MoneyScalar, { nullable: true, description: "All that is left of the payment when left out." })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "A payment that was recorded by mistake, and why." })
export class VoidPaymentInput extends ReceivedPaymentIdInput {
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({ description: "So much of a payment for one invoice." })
export class PaymentAllocationInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  amount: number;
}

@InputType({ description: "Which open invoices get what of a payment's unapplied money." })
export class AllocatePaymentInput extends ReceivedPaymentIdInput {
  @Field(() => [PaymentAllocationInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  allocations: PaymentAllocationInput[];
}

@InputType({ description: "An invoice whose open amount will not come, and why." })
export class WriteOffInvoiceInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => DateScalar, { nullable: true, description: "Today when left out; not in the future." })
  date?: string | null;
}

@ArgsType()
export class ReceivedPaymentArgs {
  @Field(() => ID)
  @MaxLength(64)
  paymentId: string;
}

@ArgsType()
export class ReceivedPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only payments of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
  @Field(() => ReceiptMethod, { nullable: true })
  method?: ReceiptMethod | null;
  @Field(() => Boolean, { nullable: true, description: "Only those of which something is unapplied." })
  unapplied?: boolean | null;
}
