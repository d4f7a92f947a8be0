import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallCampaignsResolver } from "./campaigns.resolver.ts";
import { callCampaignRules } from "./campaigns.rules.ts";

export const callCampaignsFeature: FeatureGraph = {
  resolvers: [CallCampaignsResolver],
  rules: callCampaignRules,
};
