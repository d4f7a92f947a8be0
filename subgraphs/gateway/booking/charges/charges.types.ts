import { Field, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const PublicPaymentStatus = {
  due: "due",
  processing: "processing",
  paid: "paid",
  refund_pending: "refund_pending",
  partly_refunded: "partly_refunded",
  refunded: "refunded",
} as const;
export type PublicPaymentStatus = keyof typeof PublicPaymentStatus;
registerEnumType(PublicPaymentStatus, {
  name: "PublicPaymentStatus",
  description: "Status of an online payment, as the payment processor reports it.",
  valuesConfig: {
    due: { description: "Not paid yet." },
    processing: { description: "Paid by a method whose bank has not confirmed it yet." },
    paid: { description: "Received." },
    refund_pending: { description: "Money is on its way back to the payer." },
    partly_refunded: { description: "A part was paid back." },
    refunded: { description: "Paid back in full." },
  },
});

@ObjectType({ description: "Online payment of a deposit or of tickets, as the payer sees it." })
export class PublicPayment {
  @Field(() => PublicPaymentStatus, { description: "Status of the payment." })
  status: PublicPaymentStatus;
  @Field(() => MoneyScalar, { description: "Amount to pay, or that was paid, in major units of `currency`." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Amount paid back, in `currency`." })
  refunded: number;
  @Field(() => MoneyScalar, { description: "Amount on its way back, in `currency`." })
  refundPending: number;
  @Field(() => String, { description: "ISO 4217 currency code of the amounts." })
  currency: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which it must be paid. Null unless it is due.",
  })
  payBefore: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Origin of the processor's page. Null when nothing can be paid online.",
  })
  checkoutOrigin: string | null;
}

@ObjectType({ description: "The page of the payment processor on which a deposit or tickets are paid." })
export class BookingCheckout {
  @Field(() => String, { description: "URL of the page. Send the payer there." })
  url: string;
  @Field(() => Date, { description: "Time after which the page cannot be used." })
  expiresAt: Date;
}
