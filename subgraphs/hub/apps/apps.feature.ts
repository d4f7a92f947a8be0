import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { AppsResolver } from "./apps.resolver.ts";
import { appsRules } from "./apps.rules.ts";
import { findApp } from "./apps.service.ts";

export const appsFeature: FeatureGraph = {
  resolvers: [AppsResolver],
  rules: appsRules,
  references: { App: (reference, ctx) => findApp(ctx as HubContext, String(reference["appId"])) },
};
