import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as callbackTypes from "./callbacks.types.ts";
import * as callbacks from "./callbacks.service.ts";
import * as campaigns from "./campaigns.service.ts";
import * as types from "./campaigns.types.ts";

@Resolver()
export class CallCampaignsResolver {
  @Mutation(() => callbackTypes.Callback, {
    description:
      "Plans a call for a local time of the called person; moved into calling hours where it is outside of them.",
  })
  scheduleCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.ScheduleCallbackInput) input: callbackTypes.ScheduleCallbackInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.scheduleCallback(ctx, input);
  }

  @Mutation(() => callbackTypes.Callback, { description: "Moves a callback that has not begun." })
  rescheduleCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.RescheduleCallbackInput) input: callbackTypes.RescheduleCallbackInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.rescheduleCallback(ctx, input);
  }

  @Mutation(() => callbackTypes.Callback, { description: "Cancels a callback that has not begun." })
  cancelCallback(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => callbackTypes.CallbackIdInput) input: callbackTypes.CallbackIdInput,
  ): Promise<callbackTypes.Callback> {
    return callbacks.cancelCallback(ctx, input);
  }

  @Query(() => callbackTypes.CallbackPage, { description: "The account's callbacks, newest first." })
  callbacks(
    @Ctx() ctx: VoiceContext,
    @Args(() => callbackTypes.CallbacksArgs) args: callbackTypes.CallbacksArgs,
  ): Promise<callbackTypes.CallbackPage> {
    return callbacks.listCallbacks(ctx, args);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Plans calls to everybody of a list; a draft until it is started.",
  })
  createCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallCampaignInput) input: types.CreateCallCampaignInput,
  ): Promise<types.CallCampaign> {
    return campaigns.createCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Starts a campaign, or goes on with a paused one; each contact is called so often at most.",
  })
  startCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput) input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.startCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, {
    description: "Pauses a campaign: no new calls, those under way end by themselves.",
  })
  pauseCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput) input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.pauseCampaign(ctx, input);
  }

  @Mutation(() => types.CallCampaign, { description: "Ends a campaign and drops whom it has not called." })
  cancelCallCampaign(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallCampaignIdInput) input: types.CallCampaignIdInput,
  ): Promise<types.CallCampaign> {
    return campaigns.cancelCampaign(ctx, input);
  }

  @Query(() => types.CallCampaign, { description: "One of the account's call campaigns, with its progress." })
  callCampaign(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignArgs) args: types.CallCampaignArgs,
  ): Promise<types.CallCampaign> {
    return campaigns.readCampaign(ctx, args.campaignId);
  }

  @Query(() => types.CallCampaignPage, { description: "The account's call campaigns, newest first." })
  callCampaigns(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignsArgs) args: types.CallCampaignsArgs,
  ): Promise<types.CallCampaignPage> {
    return campaigns.listCampaigns(ctx, args);
  }

  @Query(() => types.CallCampaignResults, {
    description: "What came of a campaign's calls: answers, outcomes and cost; totals equal the calls.",
  })
  callCampaignResults(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallCampaignArgs) args: types.CallCampaignArgs,
  ): Promise<types.CallCampaignResults> {
    return campaigns.readCampaignResults(ctx, args.campaignId);
  }
}
