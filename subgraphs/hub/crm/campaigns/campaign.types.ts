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
  ValidateNested,
} from "class-validator";
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from "graphql";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

export const categories = ["marketing", "transactional"] as const;
export type Category = (typeof categories)[number];
export const campaignStatuses = ["queued", "sending", "paused", "completed", "cancelled"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** An address, or an object with one. What the object says is judged by the service, which names every fault. */
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
  throw new GraphQLError("A recipient is an address or an object.");
}

@InputType()
export class SendBulkEmailInput {
  @Field(() => [RecipientScalar], {
    description: "1 to 1,000 recipients: addresses, or {email, name, contactId, variables}.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  recipients: unknown[];
  @Field(() => String, { nullable: true, description: "One line; the template's when left out." })
  @IsOptional()
  @Length(1, 255)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  subject?: string | null;
  @Field(() => String, { nullable: true, description: "HTML with {{name|default}}; it is sanitised." })
  @IsOptional()
  @Length(1, 5_242_880)
  htmlBody?: string | null;
  @Field(() => ID, { nullable: true, description: "Instead of htmlBody." })
  @IsOptional()
  @MaxLength(64)
  templateId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "For programs that show no HTML; made from it when left out.",
  })
  @IsOptional()
  @MaxLength(200_000)
  textBody?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Who it is from, by name; the business when left out.",
  })
  @IsOptional()
  @Length(1, 100)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  fromName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  replyTo?: string | null;
  @Field(() => String, { nullable: true, description: "`marketing` (default) or `transactional`." })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
  @Field(() => Date, { nullable: true, description: "Not before this moment, at most a year ahead." })
  scheduledAt?: Date | null;
}

@ObjectType({ description: "Somebody who was left out, and why: `invalid`, `duplicate` or `suppressed`." })
export class RejectedRecipientView {
  @Field(() => String)
  email: string;
  @Field(() => String)
  reason: string;
}

@ObjectType({ description: "What is left of the month's e-mails." })
export class CampaignQuota {
  @Field(() => Int, { description: "-1 is without limit." })
  remaining: number;
  @Field(() => Date, { nullable: true })
  resetsAt: Date | null;
}

@ObjectType({ description: "A campaign that was taken on." })
export class BulkEmailAnswer {
  @Field(() => ID)
  campaignId: string;
  @Field(() => String, { description: "`queued`." })
  status: string;
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  accepted: number;
  @Field(() => Int)
  duplicates: number;
  @Field(() => Int)
  suppressed: number;
  @Field(() => Int)
  invalid: number;
  @Field(() => [RejectedRecipientView], { description: "At most 100." })
  rejected: RejectedRecipientView[];
  @Field(() => CampaignQuota)
  quota: CampaignQuota;
}

@ObjectType({ description: "How many messages of a campaign are how far." })
export class CampaignProgress {
  @Field(() => Int)
  queued: number;
  @Field(() => Int)
  sending: number;
  @Field(() => Int)
  sent: number;
  @Field(() => Int)
  delivered: number;
  @Field(() => Int)
  bounced: number;
  @Field(() => Int)
  complained: number;
  @Field(() => Int)
  failed: number;
}

@ObjectType({ description: "One e-mail to many, and how far it is." })
export class Campaign {
  @Field(() => ID)
  campaignId: string;
  @Field(() => String)
  category: string;
  @Field(() => String)
  subject: string;
  @Field(() => ID, { nullable: true })
  templateId: string | null;
  @Field(() => String, { nullable: true })
  fromName: string | null;
  @Field(() => String, { nullable: true })
  replyTo: string | null;
  @Field(() => String, { description: "`queued`, `sending`, `paused`, `completed` or `cancelled`." })
  status: string;
  @Field(() => String, { nullable: true, description: "`requested`, `bounce_rate` or `complaint_rate`." })
  pauseReason: string | null;
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  accepted: number;
  @Field(() => Int)
  duplicates: number;
  @Field(() => Int)
  suppressed: number;
  @Field(() => Int)
  invalid: number;
  @Field(() => CampaignProgress)
  progress: CampaignProgress;
  @Field(() => Date, { nullable: true })
  scheduledAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
  @Field(() => Date, { nullable: true })
  completedAt: Date | null;
}

@ObjectType({ description: "Campaigns of the caller's account, newest first." })
export class CampaignPage {
  @Field(() => [Campaign])
  campaigns: Campaign[];
  @Field(() => Int)
  total: number;
}

@ArgsType()
export class CampaignsArgs {
  @Field(() => String, { nullable: true, description: "Only campaigns that are this far." })
  @IsOptional()
  @IsIn(campaignStatuses)
  status?: CampaignStatus | null;
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @Min(0)
  @Max(1_000_000)
  offset: number;
}

@InputType()
export class CampaignIdInput {
  @Field(() => ID)
  @MaxLength(64)
  campaignId: string;
}

@InputType({ description: "Where post reaches the business." })
export class BusinessAddressInput {
  @Field(() => String)
  @Length(1, 100)
  line1: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  line2?: string | null;
  @Field(() => String)
  @Length(1, 60)
  city: string;
  @Field(() => String, { nullable: true, description: "State or province." })
  @IsOptional()
  @MaxLength(60)
  region?: string | null;
  @Field(() => String)
  @Length(1, 16)
  postalCode: string;
  @Field(() => String, { description: "ISO 3166, two letters." })
  @Matches(/^[A-Z]{2}$/, { message: "must be two capital letters" })
  country: string;
}

@InputType()
export class SaveBusinessProfileInput {
  @Field(() => String)
  @Length(1, 100)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  businessName: string;
  @Field(() => BusinessAddressInput)
  @ValidateNested()
  postalAddress: BusinessAddressInput;
}

@ObjectType({ description: "Who the account writes as; marketing mail shows it." })
export class BusinessProfile {
  @Field(() => String, { nullable: true })
  businessName: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "{line1, line2, city, region, postalCode, country}; null until it is set.",
  })
  postalAddress: Record<string, unknown> | null;
  @Field(() => Date, { nullable: true })
  updatedAt: Date | null;
}
