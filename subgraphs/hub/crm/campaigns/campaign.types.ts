import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsIn,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from "class-validator";
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from "graphql";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

export const categories = ["marketing", "transactional"] as const;
export type Category = (typeof categories)[number];
export const campaignStatuses = ["queued", "sending", "paused", "completed", "cancelled"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** An address, or an object with one. The service validates the object and names every fault. */
export const RecipientScalar = new GraphQLScalarType<unknown, unknown>({
  name: "EmailRecipient",
  description: "An e-mail address, or {email, name, contactId, variables}.",
  serialize: (value) => value,
  parseValue: readRecipient,
  parseLiteral: (node, variables) => readRecipient(valueFromASTUntyped(node, variables)),
});

function readRecipient(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (typeof value === "string" || isObject) return value;
  throw new GraphQLError(
    "A recipient must be an e-mail address or an object {email, name, contactId, variables}.",
  );
}

@InputType({ description: "Content, recipients and schedule of an e-mail campaign." })
export class SendBulkEmailInput {
  @Field(() => [RecipientScalar], {
    description: "1 to 1,000 recipients: e-mail addresses, or objects {email, name, contactId, variables}.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  recipients: unknown[];
  @Field(() => String, {
    nullable: true,
    description:
      "Subject line, 1 to 255 characters. Defaults to the template's; required without `templateId`.",
  })
  @IsOptional()
  @Length(1, 255)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  subject?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "HTML body with merge variables as {{name|default}}. Unsafe markup is removed. Required without `templateId`.",
  })
  @IsOptional()
  @Length(1, 5_242_880)
  htmlBody?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the template to send, instead of `htmlBody`." })
  @IsOptional()
  @MaxLength(64)
  templateId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Plain-text body for mail programs without HTML. Generated from the HTML by default.",
  })
  @IsOptional()
  @MaxLength(200_000)
  textBody?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Sender name, 1 to 100 characters. Defaults to the business name.",
  })
  @IsOptional()
  @Length(1, 100)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  fromName?: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address for replies." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  replyTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Category: `marketing` (default) or `transactional`. Marketing needs a postal address in the business profile.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
  @Field(() => Date, {
    nullable: true,
    description: "Earliest time to send, at most a year ahead. Defaults to now.",
  })
  scheduledAt?: Date | null;
}

@ObjectType({ description: "Recipient who was skipped, and the reason." })
export class RejectedRecipientView {
  @Field(() => String, { description: "E-mail address as given." })
  email: string;
  @Field(() => String, { description: "Reason: `invalid`, `duplicate` or `suppressed`." })
  reason: string;
}

@ObjectType({ description: "Remaining e-mail quota of the month." })
export class CampaignQuota {
  @Field(() => Int, { description: "Number of e-mails left this month; -1 means unlimited." })
  remaining: number;
  @Field(() => Date, { nullable: true, description: "Time when the quota resets; null when it does not." })
  resetsAt: Date | null;
}

@ObjectType({ description: "Accepted campaign with the number of recipients." })
export class BulkEmailAnswer {
  @Field(() => ID, { description: "Unique ID of the campaign." })
  campaignId: string;
  @Field(() => String, { description: "Status of the campaign, always `queued`." })
  status: string;
  @Field(() => Int, { description: "Number of recipients in the request." })
  total: number;
  @Field(() => Int, { description: "Number of recipients who will get the e-mail." })
  accepted: number;
  @Field(() => Int, { description: "Number of recipients skipped because they occur twice." })
  duplicates: number;
  @Field(() => Int, { description: "Number of recipients skipped because their address is suppressed." })
  suppressed: number;
  @Field(() => Int, { description: "Number of recipients skipped because their address is invalid." })
  invalid: number;
  @Field(() => [RejectedRecipientView], { description: "Skipped recipients with the reason, at most 100." })
  rejected: RejectedRecipientView[];
  @Field(() => CampaignQuota, { description: "Remaining e-mail quota of the month." })
  quota: CampaignQuota;
}

@ObjectType({ description: "Number of messages of a campaign by delivery status." })
export class CampaignProgress {
  @Field(() => Int, { description: "Messages waiting to be sent." })
  queued: number;
  @Field(() => Int, { description: "Messages being sent now." })
  sending: number;
  @Field(() => Int, { description: "Messages sent but not yet confirmed as delivered." })
  sent: number;
  @Field(() => Int, { description: "Messages confirmed as delivered." })
  delivered: number;
  @Field(() => Int, { description: "Messages rejected by the receiving server." })
  bounced: number;
  @Field(() => Int, { description: "Messages the recipient reported as spam." })
  complained: number;
  @Field(() => Int, { description: "Messages that were not sent." })
  failed: number;
}

@ObjectType({ description: "E-mail campaign and its progress." })
export class Campaign {
  @Field(() => ID, { description: "Unique ID of the campaign." })
  campaignId: string;
  @Field(() => String, { description: "Category: `marketing` or `transactional`." })
  category: string;
  @Field(() => String, { description: "Subject line before merging variables." })
  subject: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the template used; null when the campaign has its own HTML.",
  })
  templateId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Sender name; null when neither the campaign nor the business profile sets one.",
  })
  fromName: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address for replies; null for the default." })
  replyTo: string | null;
  @Field(() => String, { description: "Status: `queued`, `sending`, `paused`, `completed` or `cancelled`." })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the pause: `requested`, `bounce_rate` or `complaint_rate`; null unless paused.",
  })
  pauseReason: string | null;
  @Field(() => Int, { description: "Number of recipients in the request." })
  total: number;
  @Field(() => Int, { description: "Number of recipients who get the e-mail." })
  accepted: number;
  @Field(() => Int, { description: "Number of recipients skipped because they occur twice." })
  duplicates: number;
  @Field(() => Int, { description: "Number of recipients skipped because their address is suppressed." })
  suppressed: number;
  @Field(() => Int, { description: "Number of recipients skipped because their address is invalid." })
  invalid: number;
  @Field(() => CampaignProgress, { description: "Number of messages by delivery status." })
  progress: CampaignProgress;
  @Field(() => Date, {
    nullable: true,
    description: "Earliest time to send; null when sending starts immediately.",
  })
  scheduledAt: Date | null;
  @Field(() => Date, { description: "Time when the campaign was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the campaign." })
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the last message was processed; null before that.",
  })
  completedAt: Date | null;
}

@ObjectType({ description: "One page of campaigns, newest first." })
export class CampaignPage {
  @Field(() => [Campaign], { description: "Campaigns on this page, newest first." })
  campaigns: Campaign[];
  @Field(() => Int, { description: "Number of matching campaigns on all pages." })
  total: number;
}

@ArgsType()
export class CampaignsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Only campaigns with this status: `queued`, `sending`, `paused`, `completed` or `cancelled`.",
  })
  @IsOptional()
  @IsIn(campaignStatuses)
  status?: CampaignStatus | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of campaigns per page, 1 to 100." })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of campaigns to skip." })
  @Min(0)
  @Max(1_000_000)
  offset: number;
}

@InputType({ description: "Selects a campaign." })
export class CampaignIdInput {
  @Field(() => ID, { description: "ID of the campaign." })
  @MaxLength(64)
  campaignId: string;
}
