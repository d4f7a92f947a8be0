import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { readAnalytics } from "./analytics.service.ts";
import { CrmAnalytics, CrmAnalyticsArgs } from "./analytics.types.ts";
import {
  cancelCampaign,
  listCampaigns,
  pauseCampaign,
  readCampaign,
  resumeCampaign,
} from "./campaign-control.service.ts";
import { BusinessProfile, SaveBusinessProfileInput } from "./business-profile.types.ts";
import { readProfile, saveProfile } from "./campaign-profile.service.ts";
import { sendBulkEmail } from "./campaign-send.service.ts";
import {
  BulkEmailAnswer,
  Campaign,
  CampaignIdInput,
  CampaignPage,
  CampaignsArgs,
  SendBulkEmailInput,
} from "./campaign.types.ts";

@Resolver()
export class CampaignResolver {
  @Query(() => BusinessProfile, {
    description: "Returns the sender name and postal address shown in marketing e-mail.",
  })
  businessProfile(@Ctx() ctx: HubContext): Promise<BusinessProfile> {
    return readProfile(ctx);
  }

  @Query(() => CampaignPage, { description: "Lists e-mail campaigns of the account, newest first." })
  campaigns(@Ctx() ctx: HubContext, @Args(() => CampaignsArgs) args: CampaignsArgs): Promise<CampaignPage> {
    return listCampaigns(ctx, args);
  }

  @Query(() => Campaign, { description: "Returns one e-mail campaign with its progress." })
  campaign(
    @Ctx() ctx: HubContext,
    @Arg("campaignId", () => ID, { description: "ID of the campaign to read." }) campaignId: string,
  ): Promise<Campaign> {
    return readCampaign(ctx, campaignId);
  }

  @Query(() => CrmAnalytics, {
    description: "Returns delivery, open and click figures of messages, in total and per day.",
  })
  crmAnalytics(
    @Ctx() ctx: HubContext,
    @Args(() => CrmAnalyticsArgs) args: CrmAnalyticsArgs,
  ): Promise<CrmAnalytics> {
    return readAnalytics(ctx, args);
  }

  @Mutation(() => BusinessProfile, { description: "Replaces the sender name and postal address." })
  saveBusinessProfile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SaveBusinessProfileInput, { description: "New sender name and postal address." })
    input: SaveBusinessProfileInput,
  ): Promise<BusinessProfile> {
    return saveProfile(ctx, input);
  }

  @Mutation(() => BulkEmailAnswer, {
    description:
      "Sends one e-mail to many recipients, once to each. Reserves the quota for all recipients first; without enough quota nothing is sent.",
  })
  sendBulkEmail(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SendBulkEmailInput, {
      description: "Content, recipients and schedule of the campaign.",
    })
    input: SendBulkEmailInput,
  ): Promise<BulkEmailAnswer> {
    return sendBulkEmail(ctx, input);
  }

  @Mutation(() => Campaign, { description: "Pauses a campaign until it is resumed." })
  pauseCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput, { description: "Campaign to pause." }) input: CampaignIdInput,
  ): Promise<Campaign> {
    return pauseCampaign(ctx, input);
  }

  @Mutation(() => Campaign, { description: "Resumes a paused campaign." })
  resumeCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput, { description: "Campaign to resume." }) input: CampaignIdInput,
  ): Promise<Campaign> {
    return resumeCampaign(ctx, input);
  }

  @Mutation(() => Campaign, {
    description: "Cancels a campaign. Messages not yet sent are dropped, and their quota is released.",
  })
  cancelCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput, { description: "Campaign to cancel." }) input: CampaignIdInput,
  ): Promise<Campaign> {
    return cancelCampaign(ctx, input);
  }
}
