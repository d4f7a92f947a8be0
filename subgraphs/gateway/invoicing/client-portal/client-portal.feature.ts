import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ClientPortalResolver } from "./client-portal.resolver.ts";
import { clientPortalRules } from "./client-portal.rules.ts";

export const clientPortalFeature: FeatureGraph = {
  resolvers: [ClientPortalResolver],
  rules: clientPortalRules,
};
