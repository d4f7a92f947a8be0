import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { readAgentPerformance, readCallAnalytics } from "./insight.service.ts";
import * as types from "./insight.types.ts";

@Resolver()
export class CallInsightResolver {
  @Query(() => types.CallAnalytics, {
    description: "Returns call figures of a period: answer rate, duration, outcomes and cost.",
  })
  callAnalytics(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallAnalyticsArgs) args: types.CallAnalyticsArgs,
  ): Promise<types.CallAnalytics> {
    return readCallAnalytics(ctx, args);
  }

  @Query(() => types.AgentPerformance, {
    description: "Compares voice agents in a period by calls, goals and duration.",
  })
  agentPerformance(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.AgentPerformanceArgs) args: types.AgentPerformanceArgs,
  ): Promise<types.AgentPerformance> {
    return readAgentPerformance(ctx, args);
  }
}
