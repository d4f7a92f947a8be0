import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as callbackTypes from "./callbacks.types.ts";
import * as callbacks from "./callbacks.service.ts";
import { UpdateCallCampaignInput } from "./campaign-changes.types.ts";
import { updateCampaign } from "./change-campaign.service.ts";
import * as campaigns from "./campaigns.service.ts";
import * as types from "./campaigns.types.ts";

@Resolver()
export class CallCampaignsResolver {
  @Mutation(() => callbackTypes.Callback, {
    description:
      "Schedules a call for later, in the called person's local time. Moves it into calling hours when necessary.",
  })
  scheduleCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.ScheduleCallbackInput, { description: "Callback to schedule." })
    input: callbackTypes.ScheduleCallbackInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.scheduleCallback(ctx, input);
  }

  @Mutation(() => callbackTypes.Callback, {
    description: "Moves a callback that has not started to another time.",
  })
  rescheduleCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.RescheduleCallbackInput, { description: "Callback and its new time." })
    input: callbackTypes.RescheduleCallbackInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.rescheduleCallback(ctx, input);
  }

  @Mutation(() => callbackTypes.Callback, { description: "Cancels a callback that has not started." })
  cancelCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.CallbackIdInput, { description: "Callback to cancel." })
    input: callbackTypes.CallbackIdInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.cancelCallback(ctx, input);
  }

  @Query(() => callbackTypes.CallbackPage, { description: "Lists the account's callbacks, newest first." })
  callbacks(
    @Ctx() ctx: VoiceContext,
    @Args(() => callbackTypes.CallbacksArgs) args: callbackTypes.CallbacksArgs,
  ): Promise<callbackTypes.CallbackPage> {
    return callbacks.listCallbacks(ctx, args);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Creates a campaign that calls everybody in a list. It stays a draft until started.",
  })
  createCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallCampaignInput, { description: "Campaign to create." })
    input: types.CreateCallCampaignInput,
  ): Promise<types.CallCampaign> {
    return campaigns.createCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Updates a draft or paused campaign. The list of a started one is fixed.",
  })
  updateCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => UpdateCallCampaignInput, { description: "Changes to make." })
    input: UpdateCallCampaignInput,
  ): Promise<types.CallCampaign> {
    return updateCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description:
      "Starts a draft campaign or resumes a paused one. Each contact is called at most `maxAttempts` times.",
  })
  startCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput, { description: "Campaign to start." })
    input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.startCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Pauses a campaign. Calls in progress continue to their end.",
  })
  pauseCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput, { description: "Campaign to pause." })
    input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.pauseCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Cancels a campaign. Contacts not called yet are dropped.",
  })
  cancelCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput, { description: "Campaign to cancel." })
    input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.cancelCampaign(ctx, input);
  }

  @Query(() => types.CallCampaign, { description: "Returns a call campaign with its progress." })
  callCampaign(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignArgs) args: types.CallCampaignArgs,
  ): Promise<types.CallCampaign> {
    return campaigns.readCampaign(ctx, args.campaignId);
  }

  @Query(() => types.CallCampaignPage, { description: "Lists the account's call campaigns, newest first." })
  callCampaigns(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignsArgs) args: types.CallCampaignsArgs,
  ): Promise<types.CallCampaignPage> {
    return campaigns.listCampaigns(ctx, args);
  }

  @Query(() => types.CallCampaignResults, {
    description: "Returns the results of a campaign's calls: answers, outcomes, goals and cost.",
  })
  callCampaignResults(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignArgs) args: types.CallCampaignArgs,
  ): Promise<types.CallCampaignResults> {
    return campaigns.readCampaignResults(ctx, args.campaignId);
  }
}
