import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";

@InputType({ description: "Changes to a draft or paused campaign. Omitted fields stay unchanged." })
export class UpdateCallCampaignInput {
  @Field(() => ID, { description: "ID of the campaign." })
  @MaxLength(64)
  campaignId: string;
  @Field(() => String, { nullable: true, description: "New name of the campaign, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of another contact list to call. Drafts only." })
  @IsOptional()
  @MaxLength(64)
  listId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the new voice agent who speaks. Null removes it, when there is a script.",
  })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the new published script. Null removes it: the agent's script is used.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of your active phone numbers to call from, at most 20. Replaces the current ones.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(64, { each: true })
  fromNumberIds?: string[] | null;
  @Field(() => Date, {
    nullable: true,
    description: "New earliest start of the calls. Null: immediately after the campaign is started.",
  })
  @IsOptional()
  startAt?: Date | null;
  @Field(() => Int, { nullable: true, description: "New maximum number of simultaneous calls, 1 to 50." })
  @IsOptional()
  @Min(1)
  @Max(50)
  maxConcurrent?: number | null;
  @Field(() => Int, { nullable: true, description: "New maximum number of calls per contact, 1 to 10." })
  @IsOptional()
  @Min(1)
  @Max(10)
  maxAttempts?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "New minutes until an unreached contact is called again, 1 to 10,080.",
  })
  @IsOptional()
  @Min(1)
  @Max(10_080)
  retryAfterMin?: number | null;
}
