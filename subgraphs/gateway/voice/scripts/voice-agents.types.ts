import { ArrayMaxSize, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { recordingModes, type RecordingMode } from "../recordings/recording-mode.ts";
import type { Transport } from "../streams/stored-stream.ts";
import { agentScopes, type AgentScope } from "../agent-tools/agent-tools.ts";

const conversationKinds = ["script", "language_model"] as const;
const transports = ["turns", "stream"] as const;
type ConversationKind = (typeof conversationKinds)[number];

@InputType({ description: "A new voice agent." })
export class CreateVoiceAgentInput {
  @Field(() => String, { description: "Name of the voice agent, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "ID of an available voice, such as Polly.Joanna. See `callVoices`." })
  @MaxLength(64)
  voiceId: string;
  @Field(() => String, { description: "Language of the voice, such as en-US." })
  @Matches(/^[a-z]{2,3}-[A-Z]{2}$/, { message: "must be a language code, such as en-US" })
  language: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script for the agent's calls. Its published version is used.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, {
    description:
      "Greeting spoken first, up to 500 characters. `{{contactName}}` stands for the called person's name.",
  })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  firstMessage: string;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum duration of a call in seconds, 30 to 3,600. Default: 600.",
  })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
  @Field(() => [String], {
    nullable: true,
    description: "Phrases of the called person that end the call. At most 20, each up to 80 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  endPhrases?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number calls may be forwarded to, in E.164 or US national format.",
  })
  @IsOptional()
  @MaxLength(40)
  transferTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What leads the calls: script (phrases of the script) or language_model. Default: script.",
  })
  @IsOptional()
  @IsIn(conversationKinds)
  conversation?: ConversationKind | null;
  @Field(() => String, {
    nullable: true,
    description: "Instructions for the language model, besides the script, up to 4,000 characters.",
  })
  @IsOptional()
  @MaxLength(4000)
  instructions?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the agent says at the start that it is an AI. Default: true. Where a law requires it, it always does.",
  })
  @IsOptional()
  announcesAi?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum replies of the language model in one call, 1 to 60. Default: 30.",
  })
  @IsOptional()
  @Min(1)
  @Max(60)
  maxReplies?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum credits for the language model's replies in one call, 1 to 500. Default: 40.",
  })
  @IsOptional()
  @Min(1)
  @Max(500)
  maxReplyCredits?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Recording of calls: off, ask or announce. Ask records after a yes; announce asks only where the law requires it. Default: off.",
  })
  @IsOptional()
  @IsIn(recordingModes)
  recording?: RecordingMode | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Scopes of tools for the model: read:bookings, write:bookings, read:invoices (the person's own). You need each of them. Default: none.",
  })
  @IsOptional()
  @ArrayMaxSize(3)
  @IsIn(agentScopes, { each: true })
  toolScopes?: AgentScope[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Transport of the audio: turns or stream. Without speech providers, turns are used. Default: turns.",
  })
  @IsOptional()
  @IsIn(transports)
  transport?: Transport | null;
}

@InputType({ description: "Changes to a voice agent. Omitted fields stay unchanged." })
export class UpdateVoiceAgentInput {
  @Field(() => ID, { description: "ID of the voice agent." })
  @MaxLength(64)
  voiceAgentId: string;
  @Field(() => String, { nullable: true, description: "New name of the voice agent, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "ID of the new voice, which also sets the language." })
  @IsOptional()
  @MaxLength(64)
  voiceId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the new script for the agent's calls." })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, { nullable: true, description: "New greeting spoken first, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  firstMessage?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "New maximum duration of a call in seconds, 30 to 3,600.",
  })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "New phrases that end the call, replacing the current ones. At most 20, each up to 80 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  endPhrases?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "New phone number calls may be forwarded to. Null removes it.",
  })
  @IsOptional()
  @MaxLength(40)
  transferTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What leads the calls: script (phrases of the script) or language_model.",
  })
  @IsOptional()
  @IsIn(conversationKinds)
  conversation?: ConversationKind | null;
  @Field(() => String, {
    nullable: true,
    description: "Instructions for the language model, besides the script, up to 4,000 characters.",
  })
  @IsOptional()
  @MaxLength(4000)
  instructions?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the agent says at the start that it is an AI. Where a law requires it, it always does.",
  })
  @IsOptional()
  announcesAi?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum replies of the language model in one call, 1 to 60.",
  })
  @IsOptional()
  @Min(1)
  @Max(60)
  maxReplies?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum credits for the language model's replies in one call, 1 to 500.",
  })
  @IsOptional()
  @Min(1)
  @Max(500)
  maxReplyCredits?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Recording of calls: off, ask or announce. Ask records after a yes; announce asks only where the law requires it.",
  })
  @IsOptional()
  @IsIn(recordingModes)
  recording?: RecordingMode | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "New scopes of tools for the model: read:bookings, write:bookings, read:invoices (the person's own). You need each of them.",
  })
  @IsOptional()
  @ArrayMaxSize(3)
  @IsIn(agentScopes, { each: true })
  toolScopes?: AgentScope[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Transport of the audio: turns or stream. Without speech providers, turns are used.",
  })
  @IsOptional()
  @IsIn(transports)
  transport?: Transport | null;
}
