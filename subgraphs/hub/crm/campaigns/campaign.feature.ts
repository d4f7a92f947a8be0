import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CampaignResolver } from "./campaign.resolver.ts";
import { campaignRules } from "./campaign.rules.ts";
import { MessageResolver } from "../messages/message.resolver.ts";

/** Sending: campaigns, texts, calls, and their delivery receipts. */
export const campaignFeature: FeatureGraph = {
  resolvers: [CampaignResolver, MessageResolver],
  rules: campaignRules,
};
