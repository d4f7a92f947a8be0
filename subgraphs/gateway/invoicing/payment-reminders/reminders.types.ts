import { IsOptional, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

export const ReminderTemplate = {
  upcoming: "upcoming",
  standard: "standard",
  friendly: "friendly",
  firm: "firm",
  final: "final",
} as const;
export type ReminderTemplate = keyof typeof ReminderTemplate;
registerEnumType(ReminderTemplate, {
  name: "ReminderTemplate",
  description: "Standard text of a payment reminder.",
  valuesConfig: {
    upcoming: { description: "Announces a due date that has not passed." },
    standard: { description: "States that the payment has not arrived." },
    friendly: { description: "Assumes that the invoice was overlooked." },
    firm: { description: "Asks for payment within a few days." },
    final: { description: "Announces that this is the last reminder." },
  },
});

@InputType({ description: "An unpaid invoice to send a payment reminder for." })
export class SendPaymentReminderInput {
  @Field(() => ID, { description: "ID of the unpaid invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Text placed before the invoice details, up to 5,000 characters. Default: the text of the template.",
  })
  @IsOptional()
  @MaxLength(5000)
  message?: string | null;
  @Field(() => ReminderTemplate, {
    nullable: true,
    description: "Standard text to send where there is no message. Default `standard`.",
  })
  template?: ReminderTemplate | null;
}

@ObjectType({ description: "A payment reminder that was sent." })
export class PaymentReminder {
  @Field(() => ID, { description: "Unique ID of the reminder." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that it is about." })
  invoiceId: string;
  @Field(() => DateScalar, { description: "Date on which it was sent, in the account's time zone." })
  sentOn: string;
  @Field(() => ReminderTemplate, { description: "Template of the reminder." })
  template: ReminderTemplate;
}
