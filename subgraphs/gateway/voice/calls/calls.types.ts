import { ArrayMaxSize, IsIn, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { CreditsScalar, JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { callStatuses, type CallStatus } from "./call-states.ts";

@ObjectType({ description: "A call." })
export class Call {
  @Field(() => ID)
  callId: string;
  @Field(() => String, { description: "outbound or inbound." })
  direction: string;
  @Field(() => String, { description: "E.164." })
  to: string;
  @Field(() => String, { nullable: true, description: "E.164; null is the platform's number." })
  from: string | null;
  @Field(() => String, {
    description: "queued, ringing, in-progress, forwarding, completed, busy, no-answer, failed or canceled.",
  })
  status: string;
  @Field(() => ID, { nullable: true })
  contactId: string | null;
  @Field(() => ID, { nullable: true })
  campaignId: string | null;
  @Field(() => ID, { nullable: true })
  callbackId: string | null;
  @Field(() => ID, { nullable: true })
  voiceAgentId: string | null;
  @Field(() => ID, { nullable: true })
  scriptId: string | null;
  @Field(() => Int, { nullable: true, description: "The version that the call began with." })
  scriptVersion: number | null;
  @Field(() => Date, { description: "When it is to be made." })
  dueAt: string;
  @Field(() => Date)
  queuedAt: string;
  @Field(() => Date, { nullable: true })
  ringingAt: string | null;
  @Field(() => Date, { nullable: true })
  answeredAt: string | null;
  @Field(() => Date, { nullable: true })
  endedAt: string | null;
  @Field(() => Int, { nullable: true, description: "From the answer to the end." })
  durationSec: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "customer_hung_up, agent_hung_up, script_finished, max_duration, silence_timeout, voicemail, transferred, carrier_error, insufficient_credits or canceled_by_user.",
  })
  endedReason: string | null;
  @Field(() => String, { nullable: true, description: "What came of it, as goal_reached or opted_out." })
  outcome: string | null;
  @Field(() => Boolean)
  goalReached: boolean;
  @Field(() => String, { nullable: true, description: "human, machine, fax or unknown." })
  answeredBy: string | null;
  @Field(() => Int)
  attempt: number;
  @Field(() => Int)
  maxDurationSec: number;
  @Field(() => CreditsScalar, { description: "Charged by started minute." })
  costCredits: number;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of calls, newest first." })
export class CallPage extends countedPageOf(Call, "calls", {
  total: "Calls that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A call to be made." })
export class InitiateCallInput {
  @Field(() => String, { description: "E.164, or a number of the United States." })
  @MaxLength(40)
  to: string;
  @Field(() => ID, { nullable: true, description: "Who calls; or `scriptId`." })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, { nullable: true, description: "Leads the call, in place of the agent's script." })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => ID, { nullable: true, description: "One of the account's numbers; else the platform's." })
  @IsOptional()
  @MaxLength(64)
  fromNumberId?: string | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Texts by name, for the script." })
  @IsOptional()
  variables?: Record<string, unknown> | null;
  @Field(() => Date, { nullable: true, description: "At once when left out; within 30 days." })
  @IsOptional()
  scheduleAt?: Date | null;
  @Field(() => Int, { nullable: true, description: "The agent's when left out." })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxDurationSec?: number | null;
}

@InputType({ description: "A call." })
export class CallIdInput {
  @Field(() => ID)
  @MaxLength(64)
  callId: string;
}

@ArgsType()
export class CallArgs {
  @Field(() => ID)
  @MaxLength(64)
  callId: string;
}

@ArgsType()
export class CallsArgs extends PageArgs {
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(9)
  @IsIn(callStatuses, { each: true })
  status?: CallStatus[] | null;
  @Field(() => String, { nullable: true, description: "outbound or inbound." })
  @IsOptional()
  @IsIn(["outbound", "inbound"])
  direction?: "outbound" | "inbound" | null;
  @Field(() => Date, { nullable: true, description: "Queued then or later." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Queued before." })
  @IsOptional()
  to?: Date | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  campaignId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  outcome?: string | null;
}

@ObjectType({ description: "Calls that are under way, newest first; at most 200." })
export class ActiveCalls {
  @Field(() => [Call])
  calls: Call[];
}

@ObjectType({ description: "A change of a call's state, or news that changed nothing." })
export class CallEvent {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  status: string;
  @Field(() => String, { description: "platform or carrier." })
  source: string;
  @Field(() => Int, { nullable: true, description: "The carrier's count." })
  sequence: number | null;
  @Field(() => Boolean, { description: "False for news that came late." })
  applied: boolean;
  @Field(() => Date, { description: "The carrier's time." })
  at: string;
  @Field(() => Date)
  receivedAt: string;
}

@ObjectType({ description: "Every change of a call's state, oldest first." })
export class CallEventList {
  @Field(() => [CallEvent])
  events: CallEvent[];
}

@ObjectType({ description: "What is answered to the carrier." })
export class CarrierCallAnswer {
  @Field(() => Int)
  status: number;
  @Field(() => String, { nullable: true })
  contentType: string | null;
  @Field(() => String, { nullable: true })
  location: string | null;
  @Field(() => String)
  encoding: string;
  @Field(() => String)
  content: string;
}

@InputType({ description: "What the carrier tells or asks of a call." })
export class CarrierCallInput {
  @Field(() => String, { description: "voice, speech or status." })
  kind: "voice" | "speech" | "status";
  @Field(() => ID)
  callId: string;
  @Field(() => String, { nullable: true, description: "Which answer it is, of speech." })
  turn?: string | null;
  @Field(() => String, { description: "The form, byte for byte." })
  body: string;
  @Field(() => String, { nullable: true, description: "The header `X-Twilio-Signature`." })
  signature?: string | null;
}
