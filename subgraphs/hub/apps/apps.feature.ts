import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { AppsResolver } from "./apps.resolver.ts";
import { appsRules } from "./apps.rules.ts";
import { findApps } from "./apps.service.ts";

export const appsFeature: FeatureGraph = {
  resolvers: [AppsResolver],
  rules: appsRules,
  references: {
    App: {
      batch: (references, ctx) =>
        findApps(
          ctx as HubContext,
          references.map(({ appId }) => String(appId)),
        ),
    },
  },
};
