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

@InputType({ description: "Calls to everybody of a list." })
export class CreateCallCampaignInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ID)
  @MaxLength(64)
  listId: string;
  @Field(() => ID, { nullable: true, description: "Who calls; or `scriptId`." })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => [ID], { nullable: true, description: "Taken in turn; the platform's number without any." })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(64, { each: true })
  fromNumberIds?: string[] | null;
  @Field(() => Date, {
    nullable: true,
    description: "When it begins once it is started; at once when left out.",
  })
  @IsOptional()
  startAt?: Date | null;
  @Field(() => Int, { nullable: true, description: "Calls under way at once; 5 at first." })
  @IsOptional()
  @Min(1)
  @Max(50)
  maxConcurrent?: number | null;
  @Field(() => Int, { nullable: true, description: "Calls to one contact; 3 at first." })
  @IsOptional()
  @Min(1)
  @Max(10)
  maxAttempts?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Minutes to the next call of who was not reached; 60 at first.",
  })
  @IsOptional()
  @Min(1)
  @Max(10_080)
  retryAfterMin?: number | null;
}

@InputType({ description: "A campaign." })
export class CallCampaignIdInput {
  @Field(() => ID)
  @MaxLength(64)
  campaignId: string;
}

@ArgsType()
export class CallCampaignArgs {
  @Field(() => ID)
  @MaxLength(64)
  campaignId: string;
}

@ArgsType()
export class CallCampaignsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsIn(campaignStatuses)
  status?: CampaignStatus | null;
}

@ObjectType({ description: "How far a campaign is, by contacts." })
export class CallCampaignProgress {
  @Field(() => Int, { description: "Contacts of the campaign; of a draft, of its list." })
  contacts: number;
  @Field(() => Int)
  waiting: number;
  @Field(() => Int)
  calling: number;
  @Field(() => Int, { description: "Reached." })
  done: number;
  @Field(() => Int, { description: "Not reached, as often as it was tried." })
  givenUp: number;
  @Field(() => Int, { description: "Not to be called." })
  skipped: number;
}

@ObjectType({ description: "Calls to everybody of a list." })
export class CallCampaign {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => ID)
  listId: string;
  @Field(() => ID, { nullable: true })
  voiceAgentId: string | null;
  @Field(() => ID, { nullable: true })
  scriptId: string | null;
  @Field(() => [ID])
  fromNumberIds: string[];
  @Field(() => Date, { nullable: true })
  startAt: string | null;
  @Field(() => Int)
  maxConcurrent: number;
  @Field(() => Int)
  maxAttempts: number;
  @Field(() => Int)
  retryAfterMin: number;
  @Field(() => String, { description: "draft, scheduled, running, paused, completed or cancelled." })
  status: string;
  @Field(() => CallCampaignProgress)
  progress: CallCampaignProgress;
  @Field(() => Date, { nullable: true })
  startedAt: string | null;
  @Field(() => Date, { nullable: true })
  endedAt: string | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A page of campaigns, newest first." })
export class CallCampaignPage extends countedPageOf(CallCampaign, "campaigns", { nextCursor: nextPage }) {}

@ObjectType({ description: "What came of a campaign's calls." })
export class CallCampaignResults {
  @Field(() => ID)
  campaignId: string;
  @Field(() => Int, { description: "Calls that are over." })
  called: number;
  @Field(() => Int)
  answered: number;
  @Field(() => Int)
  goalsReached: number;
  @Field(() => JSONObjectScalar, { description: "Calls by outcome; they add up to `called`." })
  outcomes: Record<string, number>;
  @Field(() => CreditsScalar)
  cost: number;
}
