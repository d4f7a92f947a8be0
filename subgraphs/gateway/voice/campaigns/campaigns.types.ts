import { ArrayMaxSize, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { CreditsScalar, JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const campaignStatuses = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "completed",
  "cancelled",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

@InputType({ description: "A new campaign that calls everybody in a list." })
export class CreateCallCampaignInput {
  @Field(() => String, { description: "Name of the campaign, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ID, { description: "ID of the contact list to call." })
  @MaxLength(64)
  listId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who speaks. Required without `scriptId`.",
  })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a published script, used instead of the agent's script.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of your active phone numbers to call from, at most 20. They alternate by attempt. Default: the platform's number.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(64, { each: true })
  fromNumberIds?: string[] | null;
  @Field(() => Date, {
    nullable: true,
    description: "Earliest start of the calls, once the campaign is started. Default: immediately.",
  })
  @IsOptional()
  startAt?: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of simultaneous calls, 1 to 50. Default: 5.",
  })
  @IsOptional()
  @Min(1)
  @Max(50)
  maxConcurrent?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of calls per contact, 1 to 10. Default: 3.",
  })
  @IsOptional()
  @Min(1)
  @Max(10)
  maxAttempts?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Minutes until an unreached contact is called again, 1 to 10,080. Default: 60.",
  })
  @IsOptional()
  @Min(1)
  @Max(10_080)
  retryAfterMin?: number | null;
}

@InputType({ description: "A campaign, identified by its ID." })
export class CallCampaignIdInput {
  @Field(() => ID, { description: "ID of the campaign." })
  @MaxLength(64)
  campaignId: string;
}

@ArgsType()
export class CallCampaignArgs {
  @Field(() => ID, { description: "ID of the campaign." })
  @MaxLength(64)
  campaignId: string;
}

@ArgsType()
export class CallCampaignsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Only campaigns with this status: draft, scheduled, running, paused, completed or cancelled.",
  })
  @IsOptional()
  @IsIn(campaignStatuses)
  status?: CampaignStatus | null;
}

@ObjectType({ description: "Progress of a campaign, counted in contacts." })
export class CallCampaignProgress {
  @Field(() => Int, { description: "Total number of contacts. For a draft, the size of its list." })
  contacts: number;
  @Field(() => Int, { description: "Contacts waiting for their first or next call." })
  waiting: number;
  @Field(() => Int, { description: "Contacts with a call in progress." })
  calling: number;
  @Field(() => Int, { description: "Contacts that were reached, or that may no longer be called." })
  done: number;
  @Field(() => Int, { description: "Contacts not reached within the maximum number of attempts." })
  givenUp: number;
  @Field(() => Int, { description: "Contacts not called because a rule forbids it or they were deleted." })
  skipped: number;
}

@ObjectType({ description: "A campaign that calls everybody in a list." })
export class CallCampaign {
  @Field(() => ID, { description: "Unique ID of the campaign, prefixed `cmp_`." })
  id: string;
  @Field(() => String, { description: "Name of the campaign." })
  name: string;
  @Field(() => ID, { description: "ID of the contact list to call." })
  listId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who speaks. Null when only a script was given.",
  })
  voiceAgentId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script given for the calls. Null when the agent's script is used.",
  })
  scriptId: string | null;
  @Field(() => [ID], { description: "IDs of the phone numbers to call from. Empty: the platform's number." })
  fromNumberIds: string[];
  @Field(() => Date, {
    nullable: true,
    description: "Earliest start of the calls. Null: immediately after the campaign is started.",
  })
  startAt: string | null;
  @Field(() => Int, { description: "Maximum number of simultaneous calls." })
  maxConcurrent: number;
  @Field(() => Int, { description: "Maximum number of calls per contact." })
  maxAttempts: number;
  @Field(() => Int, { description: "Minutes until an unreached contact is called again." })
  retryAfterMin: number;
  @Field(() => String, {
    description: "Campaign status: draft, scheduled, running, paused, completed or cancelled.",
  })
  status: string;
  @Field(() => CallCampaignProgress, { description: "Progress of the campaign, counted in contacts." })
  progress: CallCampaignProgress;
  @Field(() => Date, { nullable: true, description: "Time the campaign first ran. Null until then." })
  startedAt: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time the campaign was completed or cancelled. Null until then.",
  })
  endedAt: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Why the platform paused the campaign, such as an archived voice agent. Null when you paused it, or it is not paused.",
  })
  pausedBecause: string | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the campaign was created." })
  createdAt: string;
}

@ObjectType({ description: "A page of call campaigns, newest first." })
export class CallCampaignPage extends countedPageOf(CallCampaign, "campaigns", {
  total: "Campaigns that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ObjectType({ description: "Results of a campaign's finished calls." })
export class CallCampaignResults {
  @Field(() => ID, { description: "ID of the campaign." })
  campaignId: string;
  @Field(() => Int, { description: "Number of finished calls." })
  called: number;
  @Field(() => Int, { description: "Number of calls that were answered." })
  answered: number;
  @Field(() => Int, { description: "Number of calls that reached the goal of the script." })
  goalsReached: number;
  @Field(() => JSONObjectScalar, {
    description: "Number of calls by outcome. The numbers add up to `called`.",
  })
  outcomes: Record<string, number>;
  @Field(() => CreditsScalar, { description: "Total cost of the calls in credits." })
  cost: number;
}
