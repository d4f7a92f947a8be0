import { IsIn, IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { CreditsScalar, JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

export const analyticsGroups = ["day", "campaign", "voice_agent", "outcome"] as const;
export type AnalyticsGroup = (typeof analyticsGroups)[number];

@ArgsType()
export class CallPeriodArgs {
  @Field(() => Date, { description: "Only calls queued at or after this time." })
  from: Date;
  @Field(() => Date, { description: "Only calls queued before this time. At most 366 days after `from`." })
  to: Date;
}

@ArgsType()
export class CallAnalyticsArgs extends CallPeriodArgs {
  @Field(() => String, {
    nullable: true,
    description: "Also return figures by group: day (UTC), campaign, voice_agent or outcome.",
  })
  @IsOptional()
  @IsIn(analyticsGroups)
  groupBy?: AnalyticsGroup | null;
}

@ArgsType()
export class AgentPerformanceArgs extends CallPeriodArgs {
  @Field(() => ID, { nullable: true, description: "Only this voice agent. Default: all with calls." })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
}

@ObjectType({ description: "Figures of calls that have ended." })
export class CallFigures {
  @Field(() => Int, { description: "Number of calls that have ended, canceled ones excluded." })
  calls: number;
  @Field(() => Int, { description: "Number of calls that were answered, by a person or machine." })
  answered: number;
  @Field(() => Int, { description: "Number of calls that reached the goal of the script." })
  goalsReached: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of calls that were answered, 0 to 1. Null without calls.",
  })
  answerRate: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Average seconds of answered calls, to one decimal. Null without answered calls.",
  })
  avgDurationSec: number | null;
  @Field(() => CreditsScalar, {
    description: "Total cost of the calls in credits, replies of a language model included.",
  })
  cost: number;
}

@ObjectType({ description: "Figures of one group of calls." })
export class CallFiguresGroup extends CallFigures {
  @Field(() => String, {
    nullable: true,
    description: "Day (YYYY-MM-DD), ID or outcome of the group. Null: calls without one.",
  })
  key: string | null;
  @Field(() => String, {
    description: "Name of the campaign or voice agent, else the key. `none` for calls without one.",
  })
  label: string;
}

@ObjectType({ description: "Figures of the account's calls in a period." })
export class CallAnalytics extends CallFigures {
  @Field(() => JSONObjectScalar, {
    description: "Number of calls by outcome. The numbers add up to `calls`.",
  })
  outcomes: Record<string, number>;
  @Field(() => [CallFiguresGroup], {
    description:
      "Figures by group, at most 1,000, by key. They add up to the totals. Empty without `groupBy`.",
  })
  groups: CallFiguresGroup[];
}

@ObjectType({ description: "Figures of one voice agent's calls." })
export class AgentFigures extends CallFigures {
  @Field(() => ID, { description: "ID of the voice agent." })
  voiceAgentId: string;
  @Field(() => String, { description: "Name of the voice agent." })
  name: string;
  @Field(() => Float, {
    nullable: true,
    description: "Share of answered calls that reached the goal, 0 to 1. Null without answered calls.",
  })
  goalRate: number | null;
}

@ObjectType({ description: "Figures of voice agents in a period." })
export class AgentPerformance {
  @Field(() => [AgentFigures], { description: "One entry per voice agent with calls, most calls first." })
  agents: AgentFigures[];
}
