import { IsIn, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { CrmChannel } from "../contacts/contact.types.ts";
import { CrmPageArgs } from "../page.types.ts";

export const CrmSuppressionReason = {
  complaint: "complaint",
  hard_bounce: "hard_bounce",
  soft_bounces: "soft_bounces",
  unsubscribed: "unsubscribed",
  manual: "manual",
} as const;
export type CrmSuppressionReason = keyof typeof CrmSuppressionReason;
registerEnumType(CrmSuppressionReason, {
  name: "CrmSuppressionReason",
  description: "Reason why an address is suppressed.",
  valuesConfig: {
    complaint: { description: "The recipient reported a message as spam." },
    hard_bounce: { description: "The mail server rejected the address permanently." },
    soft_bounces: { description: "Five messages to the address bounced temporarily within 30 days." },
    unsubscribed: { description: "The recipient opted out." },
    manual: { description: "The account added the address to the list." },
  },
});

@ObjectType({ description: "E-mail address or phone number that receives no messages." })
export class CrmSuppression {
  @Field(() => ID, { description: "Unique ID of the suppression." })
  suppressionId: string;
  @Field(() => CrmChannel, { description: "Channel that is blocked for the address." })
  channel: CrmChannel;
  @Field(() => String, { description: "Normalized e-mail address, or phone number in E.164 format." })
  address: string;
  @Field(() => CrmSuppressionReason, { description: "Reason why the address is suppressed." })
  reason: CrmSuppressionReason;
  @Field(() => String, {
    description: "Origin of the suppression, for example `owner`, `unsubscribe link` or `mail server`.",
  })
  source: string;
  @Field(() => Date, { description: "Time when the address was suppressed." })
  createdAt: Date;
}

@ObjectType({ description: "One page of suppressed addresses, newest first." })
export class CrmSuppressionPage extends pageOf(CrmSuppression, "suppressions") {
  @Field(() => Int, { description: "Number of matching suppressions on all pages." })
  total: number;
}

@ObjectType({ description: "Suppression that was removed." })
export class RemovedCrmSuppression {
  @Field(() => ID, { description: "ID of the removed suppression." })
  suppressionId: string;
  @Field(() => Date, { description: "Time when the suppression was removed." })
  removedAt: Date;
}

@ArgsType()
export class SuppressionsArgs extends CrmPageArgs {
  @Field(() => CrmChannel, { nullable: true, description: "Only suppressions on this channel." })
  channel?: CrmChannel | null;
  @Field(() => CrmSuppressionReason, { nullable: true, description: "Only suppressions with this reason." })
  reason?: CrmSuppressionReason | null;
  @Field(() => String, {
    nullable: true,
    description: "Part of the e-mail address or phone number to search for.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(254)
  search?: string | null;
}

@InputType({ description: "Address to add to the suppression list." })
export class AddSuppressionInput {
  @Field(() => CrmChannel, { description: "Channel to block for the address." })
  channel: CrmChannel;
  @Field(() => String, { description: "E-mail address, or phone number for `sms` and `call`." })
  @MinLength(1)
  @MaxLength(254)
  address: string;
  @Field(() => CrmSuppressionReason, {
    defaultValue: "manual",
    description: "Reason: `manual`, or `unsubscribed` when the person asked for it.",
  })
  @IsIn(["manual", "unsubscribed"])
  reason: CrmSuppressionReason;
}

@InputType({ description: "Suppression to remove, and the reason." })
export class RemoveSuppressionInput {
  @Field(() => ID, { description: "ID of the suppression to remove." })
  @MinLength(1)
  @MaxLength(64)
  suppressionId: string;
  @Field(() => String, {
    description:
      "Reason why the address may receive messages again, 3 to 500 characters. Kept for the record.",
  })
  @MinLength(3)
  @MaxLength(500)
  @Matches(/\S[\s\S]*\S/)
  reason: string;
}
