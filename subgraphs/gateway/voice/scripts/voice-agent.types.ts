import { Field, ID, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";

@ObjectType({ description: "A persona that makes calls: voice, greeting and script." })
export class VoiceAgent {
  @Field(() => ID, { description: "Unique ID of the voice agent, prefixed `vag_`." })
  id: string;
  @Field(() => String, { description: "Name of the voice agent." })
  name: string;
  @Field(() => String, { description: "ID of the voice the agent speaks with." })
  voiceId: string;
  @Field(() => String, { description: "Language of the calls, such as en-US." })
  language: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script that guides the calls. Null when there is none.",
  })
  scriptId: string | null;
  @Field(() => String, { description: "Greeting spoken at the start of each call." })
  firstMessage: string;
  @Field(() => Int, { description: "Maximum duration of a call in seconds." })
  maxDurationSec: number;
  @Field(() => [String], { description: "Phrases of the called person that end the call." })
  endPhrases: string[];
  @Field(() => String, {
    nullable: true,
    description: "Phone number calls may be forwarded to, in E.164 format. Null when not set.",
  })
  transferTo: string | null;
  @Field(() => String, {
    description:
      "What leads the calls: script (phrases of the script), or language_model, which costs `ai.text` per reply.",
  })
  conversation: string;
  @Field(() => String, {
    nullable: true,
    description: "Instructions for the language model, besides the script. Null when not set.",
  })
  instructions: string | null;
  @Field(() => Boolean, {
    description: "True when the agent says at the start that it is an AI. For language_model only.",
  })
  announcesAi: boolean;
  @Field(() => Int, { description: "Maximum replies of the language model in one call." })
  maxReplies: number;
  @Field(() => Int, { description: "Maximum credits for the language model's replies in one call." })
  maxReplyCredits: number;
  @Field(() => String, {
    description:
      "Recording of calls: off, ask or announce. Ask records after a yes; announce asks only where the law requires it.",
  })
  recording: string;
  @Field(() => [String], {
    description: "Scopes of the tools that the language model may use during a call.",
  })
  toolScopes: string[];
  @Field(() => String, {
    description: "Transport of the audio: turns (one answer at a time) or stream (can be interrupted).",
  })
  transport: string;
  @Field(() => Int, {
    description: "Revision number, incremented by every change. Queued calls keep their revision.",
  })
  revision: number;
  @Field(() => String, { description: "Agent status: active or archived." })
  status: string;
  @Field(() => Date, { description: "Time the voice agent was created." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the voice agent's last change." })
  updatedAt: string;
}

@ObjectType({ description: "A page of voice agents, newest first." })
export class VoiceAgentPage extends countedPageOf(VoiceAgent, "voiceAgents", {
  total: "Voice agents of the account, across all pages.",
  nextCursor: nextPage,
}) {}
