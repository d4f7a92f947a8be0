import { Field, ID, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { ReceiptMethod } from "../payments-received/payments.types.ts";

@ObjectType({ description: "Money of a payment that counts towards an invoice." })
export class InvoicePaymentPart {
  @Field(() => ID, { description: "ID of the payment." })
  paymentId: string;
  @Field(() => MoneyScalar, { description: "Part of the payment that the invoice has, less refunds." })
  amount: number;
  @Field(() => ReceiptMethod, { description: "Payment method by which the money was received." })
  method: ReceiptMethod;
  @Field(() => DateScalar, { description: "Day on which the money was received." })
  receivedOn: string;
  @Field(() => String, { nullable: true, description: "Reference of the payment. Null without one." })
  reference: string | null;
}

@ObjectType({ description: "Credit of a credit note that counts towards an invoice." })
export class InvoiceCreditPart {
  @Field(() => ID, { description: "ID of the credit note." })
  creditNoteId: string;
  @Field(() => String, { description: "Number of the credit note." })
  number: string;
  @Field(() => MoneyScalar, { description: "Part of the credit note that the invoice has." })
  amount: number;
  @Field(() => DateScalar, { description: "Day on which the credit note was issued." })
  issueDate: string;
}
