import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ApprovalsResolver } from "./approvals.resolver.ts";
import { approvalsRules } from "./approvals.rules.ts";

export const approvalsFeature: FeatureGraph = { resolvers: [ApprovalsResolver], rules: approvalsRules };
