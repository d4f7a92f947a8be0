import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

@ObjectType({ description: "A voice on offer." })
export class CallVoice {
  @Field(() => String)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  language: string;
}

@ArgsType()
export class CallVoicesArgs {
  @Field(() => String, { nullable: true, description: "As en-US, or en for all of them." })
  @IsOptional()
  @MaxLength(20)
  language?: string | null;
}

@ObjectType({ description: "Voices on offer." })
export class CallVoiceList {
  @Field(() => [CallVoice])
  voices: CallVoice[];
}

@ObjectType({ description: "A persona that calls are made by." })
export class VoiceAgent {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  voiceId: string;
  @Field(() => String)
  language: string;
  @Field(() => ID, { nullable: true })
  scriptId: string | null;
  @Field(() => String)
  firstMessage: string;
  @Field(() => Int)
  maxDurationSec: number;
  @Field(() => [String])
  endPhrases: string[];
  @Field(() => String, { nullable: true })
  transferTo: string | null;
  @Field(() => Int, { description: "Raised by every change; calls keep the one they began with." })
  revision: number;
  @Field(() => String, { description: "active or archived." })
  status: string;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of voice agents, newest first." })
export class VoiceAgentPage extends countedPageOf(VoiceAgent, "voiceAgents", { nextCursor: nextPage }) {}

@InputType({ description: "A new voice agent." })
export class CreateVoiceAgentInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "A voice on offer, as Polly.Joanna." })
  @MaxLength(64)
  voiceId: string;
  @Field(() => String, { description: "The voice's language, as en-US." })
  @Matches(/^[a-z]{2,3}-[A-Z]{2}$/, { message: "must be a language as en-US" })
  language: string;
  @Field(() => ID, { nullable: true, description: "A script; its published version leads the calls." })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, { description: "Said first; `{{contactName}}` is the called person." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  firstMessage: string;
  @Field(() => Int, { nullable: true, description: "600 at first." })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
  @Field(() => [String], { nullable: true, description: "Words of the called person that end the call." })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  endPhrases?: string[] | null;
  @Field(() => String, { nullable: true, description: "A number that calls may be forwarded to." })
  @IsOptional()
  @MaxLength(40)
  transferTo?: string | null;
}

@InputType({ description: "Changes of a voice agent; what is left out stays." })
export class UpdateVoiceAgentInput {
  @Field(() => ID)
  @MaxLength(64)
  voiceAgentId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  voiceId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  firstMessage?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  endPhrases?: string[] | null;
}

@ArgsType()
export class VoiceAgentArgs {
  @Field(() => ID)
  @MaxLength(64)
  voiceAgentId: string;
}

@ArgsType()
export class VoiceAgentsArgs extends PageArgs {}
