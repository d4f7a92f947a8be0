import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ReportItemResolver, ReportsResolver } from "./reports.resolver.ts";
import { reportsRules } from "./reports.rules.ts";

export const reportsFeature: FeatureGraph = {
  resolvers: [ReportsResolver, ReportItemResolver],
  rules: reportsRules,
};
