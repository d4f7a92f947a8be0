import { IsOptional, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "An unpaid invoice to send a payment reminder for." })
export class SendPaymentReminderInput {
  @Field(() => ID, { description: "ID of the unpaid invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Text placed before the invoice details, up to 5,000 characters. Default: a standard reminder.",
  })
  @IsOptional()
  @MaxLength(5000)
  message?: string | null;
}

@ObjectType({ description: "A payment reminder that was sent." })
export class PaymentReminder {
  @Field(() => ID, { description: "Unique ID of the reminder." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that it is about." })
  invoiceId: string;
  @Field(() => DateScalar, { description: "Date on which it was sent, in the account's time zone." })
  sentOn: string;
}
