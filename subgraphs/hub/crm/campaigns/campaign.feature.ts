import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CampaignResolver } from "./campaign.resolver.ts";
import { campaignRules } from "./campaign.rules.ts";
import { MessageResolver } from "../messages/message.resolver.ts";

/** Sending: campaigns, texts, calls, and what is told of them. */
export const campaignFeature: FeatureGraph = {
  resolvers: [CampaignResolver, MessageResolver],
  rules: campaignRules,
};
