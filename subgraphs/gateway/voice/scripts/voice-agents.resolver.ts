import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as agents from "./voice-agents.service.ts";
import * as types from "./voice-agents.types.ts";

@Resolver()
export class VoiceAgentsResolver {
  @Mutation(() => types.VoiceAgent, {
    description: "Adds a persona that calls are made by: a voice, what it says first, and a script.",
  })
  createVoiceAgent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateVoiceAgentInput) input: types.CreateVoiceAgentInput,
  ): Promise<types.VoiceAgent> {
    return agents.createVoiceAgent(ctx, input);
  }

  @Mutation(() => types.VoiceAgent, {
    description: "Changes a voice agent for calls to come; calls keep the revision they began with.",
  })
  updateVoiceAgent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdateVoiceAgentInput) input: types.UpdateVoiceAgentInput,
  ): Promise<types.VoiceAgent> {
    return agents.updateVoiceAgent(ctx, input);
  }

  @Query(() => types.VoiceAgent, { description: "One of the account's voice agents." })
  voiceAgent(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.VoiceAgentArgs) args: types.VoiceAgentArgs,
  ): Promise<types.VoiceAgent> {
    return agents.readVoiceAgent(ctx, args.voiceAgentId);
  }

  @Query(() => types.VoiceAgentPage, { description: "The account's voice agents, newest first." })
  voiceAgents(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.VoiceAgentsArgs) args: types.VoiceAgentsArgs,
  ): Promise<types.VoiceAgentPage> {
    return agents.listVoiceAgents(ctx, args);
  }

  @Query(() => types.CallVoiceList, { description: "Voices that agents can speak with." })
  callVoices(@Args(() => types.CallVoicesArgs) args: types.CallVoicesArgs): types.CallVoiceList {
    return agents.listVoices(args);
  }
}
