import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ReportsResolver } from "./reports.resolver.ts";
import { reportRules } from "./reports.rules.ts";

export const reportsFeature: FeatureGraph = { resolvers: [ReportsResolver], rules: reportRules };
