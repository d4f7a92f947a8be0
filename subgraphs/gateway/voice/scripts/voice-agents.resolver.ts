import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as agents from "./voice-agents.service.ts";
import * as agentArgs from "./voice-agent-args.types.ts";
import { VoiceAgent, VoiceAgentPage } from "./voice-agent.types.ts";
import * as types from "./voice-agents.types.ts";
import * as voiceTypes from "./voices.types.ts";

@Resolver()
export class VoiceAgentsResolver {
  @Mutation(() => VoiceAgent, {
    description: "Creates a voice agent with a voice, a greeting and a script.",
  })
  createVoiceAgent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateVoiceAgentInput, { description: "Voice agent to create." })
    input: types.CreateVoiceAgentInput,
  ): Promise<VoiceAgent> {
    return agents.createVoiceAgent(ctx, input);
  }

  @Mutation(() => VoiceAgent, {
    description: "Updates a voice agent for future calls. Existing calls keep their revision.",
  })
  updateVoiceAgent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdateVoiceAgentInput, { description: "Changes to make." })
    input: types.UpdateVoiceAgentInput,
  ): Promise<VoiceAgent> {
    return agents.updateVoiceAgent(ctx, input);
  }

  @Mutation(() => VoiceAgent, {
    description: "Archives a voice agent, which makes no further calls. Queued calls keep it.",
  })
  archiveVoiceAgent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => agentArgs.VoiceAgentIdInput, { description: "Voice agent to archive." })
    input: agentArgs.VoiceAgentIdInput,
  ): Promise<VoiceAgent> {
    return agents.archiveVoiceAgent(ctx, input);
  }

  @Query(() => VoiceAgent, {
    description: "Returns a voice agent with its voice, greeting and script.",
  })
  voiceAgent(
    @Ctx() ctx: VoiceContext,
    @Args(() => agentArgs.VoiceAgentArgs) args: agentArgs.VoiceAgentArgs,
  ): Promise<VoiceAgent> {
    return agents.readVoiceAgent(ctx, args.voiceAgentId);
  }

  @Query(() => VoiceAgentPage, { description: "Lists the account's voice agents, newest first." })
  voiceAgents(
    @Ctx() ctx: VoiceContext,
    @Args(() => agentArgs.VoiceAgentsArgs) args: agentArgs.VoiceAgentsArgs,
  ): Promise<VoiceAgentPage> {
    return agents.listVoiceAgents(ctx, args);
  }

  @Query(() => voiceTypes.CallVoiceList, { description: "Lists the voices that agents can speak with." })
  callVoices(
    @Args(() => voiceTypes.CallVoicesArgs) args: voiceTypes.CallVoicesArgs,
  ): voiceTypes.CallVoiceList {
    return agents.listVoices(args);
  }
}
