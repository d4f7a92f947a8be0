import { IsIn, IsOptional, Length, Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { categories, type Category } from "../campaigns/campaign.types.ts";

/** The most that a carrier takes in one text. */
const maxTextLength = 1_600;

@InputType()
export class SendSmsInput {
  @Field(() => String, { description: "A phone number; without a country code one of North America." })
  @Length(5, 40)
  to: string;
  @Field(() => String)
  @Length(1, maxTextLength)
  body: string;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, { nullable: true, description: "A picture to send along, by its https address." })
  @IsOptional()
  @MaxLength(2_000)
  @Matches(/^https:\/\/[^\s]+$/, { message: "must be an https address" })
  mediaUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "`marketing` (default), which waits for 08:00 to 21:00 of the recipient, or `transactional`.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
}

@InputType()
export class PlaceCallInput {
  @Field(() => String, { description: "A phone number; without a country code one of North America." })
  @Length(5, 40)
  to: string;
  @Field(() => String, {
    nullable: true,
    description: "A number of yours that the carrier knows; else the platform's.",
  })
  @IsOptional()
  @Length(5, 40)
  from?: string | null;
  @Field(() => String, { nullable: true, description: "What is said." })
  @IsOptional()
  @Length(1, 4_000)
  script?: string | null;
  @Field(() => Boolean, {
    description: "Whether the person has agreed to be recorded; without that nothing is.",
  })
  recordingConsent: boolean;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "`marketing` (default), which waits for 08:00 to 21:00 of the recipient, or `transactional`.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
}

@ObjectType({ description: "A text that was taken on." })
export class SentSms {
  @Field(() => ID)
  messageId: string;
  @Field(() => String, { description: "`queued`." })
  status: string;
  @Field(() => Int, { description: "Parts that it is sent in; each counts." })
  segments: number;
  @Field(() => Date, { description: "When it is sent: now, or when the recipient's quiet hours are over." })
  scheduledFor: Date;
}

@ObjectType({ description: "A call that was taken on." })
export class PlacedCall {
  @Field(() => ID)
  callId: string;
  @Field(() => String, { description: "`queued`." })
  status: string;
  @Field(() => Date, { description: "When it is placed: now, or when the recipient's quiet hours are over." })
  scheduledFor: Date;
}

@ObjectType({ description: "One message, and how far it is." })
export class CrmMessage {
  @Field(() => ID)
  messageId: string;
  @Field(() => ID, { nullable: true })
  campaignId: string | null;
  @Field(() => ID, { nullable: true })
  contactId: string | null;
  @Field(() => String, { description: "`email`, `sms` or `call`." })
  channel: string;
  @Field(() => String)
  category: string;
  @Field(() => String, { description: "The e-mail address or phone number." })
  to: string;
  @Field(() => String, {
    description: "`queued`, `sending`, `sent`, `delivered`, `bounced`, `complained` or `failed`.",
  })
  status: string;
  @Field(() => String, { nullable: true, description: "Why it bounced or failed." })
  reason: string | null;
  @Field(() => Int, { nullable: true })
  segments: number | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date, { nullable: true })
  sentAt: Date | null;
  @Field(() => Date, { nullable: true })
  deliveredAt: Date | null;
}

@ObjectType({ description: "Messages of the caller's account, newest first." })
export class CrmMessagePage extends pageOf(CrmMessage, "messages") {}
