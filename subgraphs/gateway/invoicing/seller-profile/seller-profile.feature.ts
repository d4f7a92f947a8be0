import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { SellerProfileResolver } from "./seller-profile.resolver.ts";
import { sellerProfileRules } from "./seller-profile.rules.ts";

export const sellerProfileFeature: FeatureGraph = {
  resolvers: [SellerProfileResolver],
  rules: sellerProfileRules,
};
