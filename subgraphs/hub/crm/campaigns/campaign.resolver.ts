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
import { readProfile, saveProfile } from "./campaign-profile.service.ts";
import { sendBulkEmail } from "./campaign-send.service.ts";
import {
  BulkEmailAnswer,
  BusinessProfile,
  Campaign,
  CampaignIdInput,
  CampaignPage,
  CampaignsArgs,
  SaveBusinessProfileInput,
  SendBulkEmailInput,
} from "./campaign.types.ts";

@Resolver()
export class CampaignResolver {
  @Query(() => BusinessProfile, { description: "Who the account writes as." })
  businessProfile(@Ctx() ctx: HubContext): Promise<BusinessProfile> {
    return readProfile(ctx);
  }

  @Query(() => CampaignPage, { description: "Campaigns of the caller's account, newest first." })
  campaigns(@Ctx() ctx: HubContext, @Args(() => CampaignsArgs) args: CampaignsArgs): Promise<CampaignPage> {
    return listCampaigns(ctx, args);
  }

  @Query(() => Campaign, { description: "One campaign, and how far it is." })
  campaign(@Ctx() ctx: HubContext, @Arg("campaignId", () => ID) campaignId: string): Promise<Campaign> {
    return readCampaign(ctx, campaignId);
  }

  @Query(() => CrmAnalytics, { description: "What came of messages, in sum and by day." })
  crmAnalytics(
    @Ctx() ctx: HubContext,
    @Args(() => CrmAnalyticsArgs) args: CrmAnalyticsArgs,
  ): Promise<CrmAnalytics> {
    return readAnalytics(ctx, args);
  }

  @Mutation(() => BusinessProfile, { description: "Sets who the account writes as, whole." })
  saveBusinessProfile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SaveBusinessProfileInput) input: SaveBusinessProfileInput,
  ): Promise<BusinessProfile> {
    return saveProfile(ctx, input);
  }

  @Mutation(() => BulkEmailAnswer, {
    description:
      "Sends one e-mail to many, each of them once. The quota for all is set aside at once, or nothing is.",
  })
  sendBulkEmail(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SendBulkEmailInput) input: SendBulkEmailInput,
  ): Promise<BulkEmailAnswer> {
    return sendBulkEmail(ctx, input);
  }

  @Mutation(() => Campaign, { description: "Sends nothing further of a campaign until it is resumed." })
  pauseCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput) input: CampaignIdInput,
  ): Promise<Campaign> {
    return pauseCampaign(ctx, input);
  }

  @Mutation(() => Campaign, { description: "Goes on with a paused campaign." })
  resumeCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput) input: CampaignIdInput,
  ): Promise<Campaign> {
    return resumeCampaign(ctx, input);
  }

  @Mutation(() => Campaign, {
    description: "Ends a campaign; who has not been written to is not, and their quota can be had again.",
  })
  cancelCampaign(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CampaignIdInput) input: CampaignIdInput,
  ): Promise<Campaign> {
    return cancelCampaign(ctx, input);
  }
}
