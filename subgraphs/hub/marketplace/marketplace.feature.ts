import { isPublic } from "../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedApps } from "../public-data.ts";
import { MarketplaceResolver } from "./marketplace.resolver.ts";

export const marketplaceFeature: FeatureGraph = {
  resolvers: [MarketplaceResolver],
  rules: { Query: { marketplaceApps: isPublic } },
  caching: { "Query.marketplaceApps": publishedApps },
};
