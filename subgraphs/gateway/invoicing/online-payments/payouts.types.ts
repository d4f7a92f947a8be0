import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import type { PayoutEntry as ProcessorEntry } from "../../base/payments/payment-processor.port.ts";

export const PaymentPayoutStatus = {
  pending: "pending",
  in_transit: "in_transit",
  paid: "paid",
  failed: "failed",
  canceled: "canceled",
} as const;
export type PaymentPayoutStatus = keyof typeof PaymentPayoutStatus;
registerEnumType(PaymentPayoutStatus, {
  name: "PaymentPayoutStatus",
  description: "State of a payout to the seller's bank.",
  valuesConfig: {
    pending: { description: "The processor has not sent it yet." },
    in_transit: { description: "It is on its way to the bank." },
    paid: { description: "It was sent to the bank." },
    failed: { description: "The bank did not accept it; the money is in the balance again." },
    canceled: { description: "It was cancelled before it was sent." },
  },
});

const PayoutEntryKind = {
  payment: "payment",
  refund: "refund",
  refund_failure: "refund_failure",
  dispute: "dispute",
  other: "other",
} as const;
registerEnumType(PayoutEntryKind, {
  name: "PayoutEntryKind",
  description: "What a part of a payout comes from.",
  valuesConfig: {
    payment: { description: "A payment of a client." },
    refund: { description: "Money that went back to a client." },
    refund_failure: { description: "Money of a refund that a bank did not accept." },
    dispute: { description: "Money that a dispute took or gave back." },
    other: { description: "Any other movement, such as a correction." },
  },
});

@ObjectType({ description: "A payout of received payments to the seller's bank." })
export class PaymentPayout {
  @Field(() => ID, { description: "ID of the payout at the processor." })
  payoutId: string;
  @Field(() => PaymentPayoutStatus, { description: "State of the payout, such as `paid`." })
  status: PaymentPayoutStatus;
  @Field(() => MoneyScalar, { description: "Amount that reaches the bank." })
  amount: number;
  @Field(() => String, { description: "Currency of the payout." })
  currency: string;
  @Field(() => Date, { description: "Time at which the bank is expected to have it." })
  arrivalDate: Date;
  @Field(() => Date, { description: "Time at which the payout was made." })
  createdAt: Date;
}

@ObjectType({ description: "A part of a payout, with the payment that it belongs to." })
export class PayoutEntry {
  @Field(() => ID, { description: "ID of the movement at the processor." })
  entryId: string;
  @Field(() => PayoutEntryKind, { description: "What it comes from, such as `payment`." })
  kind: ProcessorEntry["kind"];
  @Field(() => MoneyScalar, { description: "Amount before fees; negative for money that leaves." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Fees taken off, that of the platform included." })
  fee: number;
  @Field(() => MoneyScalar, { description: "Amount after fees." })
  net: number;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the recorded payment. Null when it belongs to none.",
  })
  paymentId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the invoice that was paid. Null when it belongs to none.",
  })
  invoiceId: string | null;
  @Field(() => String, { nullable: true, description: "Number of that invoice. Null without one." })
  invoiceNumber: string | null;
}

@ObjectType({ description: "A payout with all that it consists of." })
export class PaymentPayoutDetails {
  @Field(() => PaymentPayout, { description: "Amount, state and dates of the payout." })
  payout: PaymentPayout;
  @Field(() => [PayoutEntry], {
    description: "Parts of the payout, newest first. Their net amounts add up to it.",
  })
  entries: PayoutEntry[];
}

@ObjectType({ description: "A page of payouts, newest first." })
export class PaymentPayoutPage extends pageOf(PaymentPayout, "payouts") {}

@ArgsType()
export class PaymentPayoutsArgs {
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of payouts per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MaxLength(255)
  @Matches(/^po_\w+$/, { message: "must be a nextCursor of this list" })
  after?: string | null;
}

@ArgsType()
export class PaymentPayoutArgs {
  @Field(() => ID, { description: "ID of the payout at the processor." })
  @MaxLength(255)
  @Matches(/^\w+$/, { message: "must be the ID of a payout" })
  payoutId: string;
}
