import { ArrayMaxSize, IsIn, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { CreditsScalar, JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { CallSummary } from "./call-summary.types.ts";
import { callStatuses, type CallStatus } from "./call-states.ts";

@ObjectType({ description: "A note of the account on a call." })
export class CallNote {
  @Field(() => ID, { description: "Unique ID of the note, prefixed `cnt_`." })
  id: string;
  @Field(() => String, { description: "Text of the note." })
  text: string;
  @Field(() => Date, { description: "Time the note was added." })
  createdAt: string;
}

@ObjectType({ description: "A phone call made by a voice agent." })
export class Call {
  @Field(() => ID, { description: "Unique ID of the call, prefixed `call_`." })
  callId: string;
  @Field(() => String, { description: "Direction of the call: outbound or inbound." })
  direction: string;
  @Field(() => String, {
    description: "Phone number called, in E.164 format. `erased` once the contact was deleted.",
  })
  to: string;
  @Field(() => String, {
    nullable: true,
    description: "Phone number shown to the called person, in E.164 format. Null: the platform's number.",
  })
  from: string | null;
  @Field(() => String, {
    description:
      "Call status: queued, ringing, in-progress, forwarding, completed, busy, no-answer, failed or canceled. The last five are final.",
  })
  status: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact with this number. Null when there is none.",
  })
  contactId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the campaign that made the call. Null for other calls.",
  })
  campaignId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the callback that made the call. Null for other calls.",
  })
  callbackId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who speaks. Null when only a script was given.",
  })
  voiceAgentId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script that guides the call. Null when there is none.",
  })
  scriptId: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Script version used for the whole call. Null without a script.",
  })
  scriptVersion: number | null;
  @Field(() => Date, {
    description: "Earliest time to place the call. Moved when it is outside calling hours.",
  })
  dueAt: string;
  @Field(() => Date, { description: "Time the call was queued." })
  queuedAt: string;
  @Field(() => Date, { nullable: true, description: "Time the phone started ringing. Null until then." })
  ringingAt: string | null;
  @Field(() => Date, { nullable: true, description: "Time the call was answered. Null when it was not." })
  answeredAt: string | null;
  @Field(() => Date, { nullable: true, description: "Time the call ended. Null until then." })
  endedAt: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Seconds from answer to end. 0 for unanswered calls, null until the end.",
  })
  durationSec: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason the call ended. One of customer_hung_up, agent_hung_up, script_finished, max_duration, silence_timeout, voicemail, transferred, carrier_error, insufficient_credits or canceled_by_user. Null until the end, and for busy and unanswered calls.",
  })
  endedReason: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Outcome of the call, such as goal_reached, opted_out, voicemail, no_answer or hung_up. Null until the end.",
  })
  outcome: string | null;
  @Field(() => Boolean, { description: "True when the call reached the goal of its script." })
  goalReached: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Who answered: human, machine, fax or unknown. Null when nobody did.",
  })
  answeredBy: string | null;
  @Field(() => Int, { description: "Number of this attempt within the campaign, starting at 1." })
  attempt: number;
  @Field(() => Int, { description: "Maximum duration in seconds; the call is then ended." })
  maxDurationSec: number;
  @Field(() => CreditsScalar, {
    description: "Credits charged per started minute. 0 until the end and for unanswered calls.",
  })
  costCredits: number;
  @Field(() => String, {
    nullable: true,
    description: "Outcome code set with `setCallDisposition`. Null when not set.",
  })
  disposition: string | null;
  @Field(() => String, { nullable: true, description: "Reason for `disposition`. Null when not set." })
  dispositionNote: string | null;
  @Field(() => [CallNote], { description: "Your notes on the call, oldest first, at most 20." })
  notes: CallNote[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the unreached call that this one repeats. Null for other calls.",
  })
  retryOf: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "What leads the conversation: language_model, or script (phrases of the script). Null until answered.",
  })
  ledBy: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Why the script leads although the agent uses a language model: no_provider, provider_failed, budget_spent or insufficient_credits. Null otherwise.",
  })
  fallbackReason: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Provider and model of the latest reply, such as openai/gpt-6-luna. Null without one.",
  })
  model: string | null;
  @Field(() => Int, { description: "Number of replies that a language model wrote for the call." })
  modelReplies: number;
  @Field(() => CreditsScalar, {
    description: "Credits charged for the language model's replies, in addition to `costCredits`.",
  })
  modelCredits: number;
  @Field(() => CreditsScalar, {
    description: "Credits charged for bookings and look-ups that the language model made during the call.",
  })
  toolCredits: number;
  @Field(() => Int, {
    nullable: true,
    description:
      "Median time in ms from the end of the person's words to the agent's first sound. Null without a stream.",
  })
  responseMs: number | null;
  @Field(() => CallSummary, {
    nullable: true,
    description: "Latest summary, written by `summarizeCall`. Null when there is none.",
  })
  summary: CallSummary | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time of the call's last change." })
  updatedAt: string;
}

@ObjectType({ description: "A page of calls, newest first." })
export class CallPage extends countedPageOf(Call, "calls", {
  total: "Calls that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({
  description: "A phone call to make. Requires `voiceAgentId`, `scriptId` or a number with a voice agent.",
})
export class InitiateCallInput {
  @Field(() => String, { description: "Phone number to call, in E.164 or US national format." })
  @MaxLength(40)
  to: string;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the voice agent who speaks. Required without `scriptId`, unless the number called from has one.",
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
  @Field(() => ID, {
    nullable: true,
    description: "ID of your phone number to call from. Default: the platform's number.",
  })
  @IsOptional()
  @MaxLength(64)
  fromNumberId?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Values for script variables, as a JSON object. At most 50, each up to 500 characters.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time to place the call, within the next 30 days. Default: immediately.",
  })
  @IsOptional()
  scheduleAt?: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum duration in seconds, 30 to 3,600. Default: the voice agent's limit, or 600.",
  })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
}

@InputType({ description: "A call, identified by its ID." })
export class CallIdInput {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
}

@ArgsType()
export class CallArgs {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
}

@ArgsType()
export class CallsArgs extends PageArgs {
  @Field(() => [String], {
    nullable: true,
    description:
      "Only calls with one of these statuses. Allowed: queued, ringing, in-progress, forwarding, completed, busy, no-answer, failed or canceled.",
  })
  @IsOptional()
  @ArrayMaxSize(9)
  @IsIn(callStatuses, { each: true })
  status?: CallStatus[] | null;
  @Field(() => String, { nullable: true, description: "Only calls in this direction: outbound or inbound." })
  @IsOptional()
  @IsIn(["outbound", "inbound"])
  direction?: "outbound" | "inbound" | null;
  @Field(() => Date, { nullable: true, description: "Only calls queued at or after this time." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only calls queued before this time." })
  @IsOptional()
  to?: Date | null;
  @Field(() => ID, { nullable: true, description: "Only calls of this campaign." })
  @IsOptional()
  @MaxLength(64)
  campaignId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only calls to this contact." })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, { nullable: true, description: "Only calls with this outcome, such as goal_reached." })
  @IsOptional()
  @MaxLength(40)
  outcome?: string | null;
}

@ObjectType({ description: "Calls in progress, newest first, at most 200." })
export class ActiveCalls {
  @Field(() => [Call], { description: "Calls in progress, newest first." })
  calls: Call[];
}
