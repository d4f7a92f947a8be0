import { Field, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "What the holder of a payment link can pay online." })
export class OnlinePaymentOffer {
  @Field(() => MoneyScalar, { description: "Least amount that can be paid at once." })
  minAmount: number;
  @Field(() => MoneyScalar, { description: "Most that can be paid, which is proposed." })
  maxAmount: number;
  @Field(() => String, { description: "Origin of the processor's page." })
  checkoutOrigin: string;
  @Field(() => Boolean, {
    description: "True where the payer may save the payment method for later invoices of the series.",
  })
  canSaveMethod: boolean;
}
