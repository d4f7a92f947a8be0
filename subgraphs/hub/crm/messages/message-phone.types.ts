import { IsIn, IsOptional, Length, Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { categories, type Category } from "../campaigns/campaign.types.ts";

/** Maximum length of one text at the carrier. */
const maxTextLength = 1_600;

@InputType({ description: "Text message to send." })
export class SendSmsInput {
  @Field(() => String, {
    description: "Recipient's phone number. Without a country code it is read as North American.",
  })
  @Length(5, 40)
  to: string;
  @Field(() => String, {
    description: "Text of the message, at most 1,600 characters. Long texts are sent in several segments.",
  })
  @Length(1, maxTextLength)
  body: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact to link the message to. By default the contact with this number.",
  })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, { nullable: true, description: "HTTPS URL of a picture to send with the text." })
  @IsOptional()
  @MaxLength(2_000)
  @Matches(/^https:\/\/[^\s]+$/, { message: "must be an HTTPS URL" })
  mediaUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Category: `marketing` (default) or `transactional`. Marketing waits until 08:00 to 21:00 in the recipient's time zone.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
}

@InputType({ description: "Phone call that speaks a script." })
export class PlaceCallInput {
  @Field(() => String, {
    description: "Phone number to call. Without a country code it is read as North American.",
  })
  @Length(5, 40)
  to: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Caller ID: a number of yours that the carrier has verified. Defaults to the platform's number.",
  })
  @IsOptional()
  @Length(5, 40)
  from?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Text to speak, at most 4,000 characters. Defaults to a greeting with the business name.",
  })
  @IsOptional()
  @Length(1, 4_000)
  script?: string | null;
  @Field(() => Boolean, {
    description: "Whether the person agreed to be recorded. The call is recorded only when true.",
  })
  recordingConsent: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact to link the call to. By default the contact with this number.",
  })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Category: `marketing` (default) or `transactional`. Marketing waits until 08:00 to 21:00 in the recipient's time zone.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
}

@ObjectType({ description: "Text message accepted for sending." })
export class SentSms {
  @Field(() => ID, { description: "Unique ID of the message." })
  messageId: string;
  @Field(() => String, { description: "Status of the message, always `queued`." })
  status: string;
  @Field(() => Int, { description: "Number of SMS segments; each counts toward the quota." })
  segments: number;
  @Field(() => Date, {
    description: "Time when the message will be sent: now, or after the recipient's quiet hours.",
  })
  scheduledFor: Date;
}

@ObjectType({ description: "Phone call accepted for placing." })
export class PlacedCall {
  @Field(() => ID, { description: "Unique ID of the call. Read its status as a message." })
  callId: string;
  @Field(() => String, { description: "Status of the call, always `queued`." })
  status: string;
  @Field(() => Date, {
    description: "Time when the call will be placed: now, or after the recipient's quiet hours.",
  })
  scheduledFor: Date;
}

@ObjectType({ description: "E-mail, text message or call, and its delivery status." })
export class CrmMessage {
  @Field(() => ID, { description: "Unique ID of the message." })
  messageId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the campaign the message belongs to; null for a single message.",
  })
  campaignId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the recipient's contact; null when the address belongs to none.",
  })
  contactId: string | null;
  @Field(() => String, { description: "Channel: `email`, `sms` or `call`." })
  channel: string;
  @Field(() => String, { description: "Category: `marketing` or `transactional`." })
  category: string;
  @Field(() => String, { description: "Recipient's e-mail address or phone number." })
  to: string;
  @Field(() => String, {
    description:
      "Delivery status: `queued`, `sending`, `sent`, `delivered`, `bounced`, `complained` or `failed`.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the message bounced or failed; null otherwise.",
  })
  reason: string | null;
  @Field(() => Int, { nullable: true, description: "Number of SMS segments; null for e-mails and calls." })
  segments: number | null;
  @Field(() => Date, { description: "Time when the message was requested." })
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "Time when the message was sent; null before that." })
  sentAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time when delivery was confirmed; null before that." })
  deliveredAt: Date | null;
}

@ObjectType({ description: "One page of messages, newest first." })
export class CrmMessagePage extends pageOf(CrmMessage, "messages") {}
