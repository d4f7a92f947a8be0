import { IsOptional, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "An unpaid invoice to remind its client of." })
export class SendPaymentReminderInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => String, { nullable: true, description: "Put before the standard text." })
  @IsOptional()
  @MaxLength(5000)
  message?: string | null;
}

@ObjectType({ description: "A reminder that was sent." })
export class PaymentReminder {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  invoiceId: string;
  @Field(() => DateScalar)
  sentOn: string;
}
