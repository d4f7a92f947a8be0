import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const PaymentRefundStatus = {
  recorded: "recorded",
  pending: "pending",
  succeeded: "succeeded",
  failed: "failed",
} as const;
export type PaymentRefundStatus = keyof typeof PaymentRefundStatus;
registerEnumType(PaymentRefundStatus, {
  name: "PaymentRefundStatus",
  description: "Where the money of a refund is.",
  valuesConfig: {
    recorded: { description: "The refund was recorded; the money is transferred by other means." },
    pending: { description: "The payment processor has not finished the refund yet." },
    succeeded: { description: "The payment processor has sent the money to the client." },
    failed: { description: "The client's bank did not accept it, so the payment has the money again." },
  },
});

@ObjectType({ description: "A refund of all or part of a payment." })
export class PaymentRefund {
  @Field(() => ID, { description: "Unique ID of the refund." })
  id: string;
  @Field(() => ID, { description: "ID of the payment that was refunded." })
  paymentId: string;
  @Field(() => MoneyScalar, { description: "Refunded amount, in the payment's currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the refund: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason given for the refund. Null when none was given.",
  })
  reason: string | null;
  @Field(() => DateScalar, {
    description: "Date on which the refund was recorded, in the account's time zone.",
  })
  refundedOn: string;
  @Field(() => PaymentRefundStatus, { description: "Where the money is, such as `pending`." })
  status: PaymentRefundStatus;
  @Field(() => String, {
    nullable: true,
    description: "Why the refund failed, in the processor's name. Null unless it failed.",
  })
  failureReason: string | null;
}
