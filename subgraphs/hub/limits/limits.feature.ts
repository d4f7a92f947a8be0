import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { LimitsResolver } from "./limits.resolver.ts";
import { limitsRules } from "./limits.rules.ts";

export const limitsFeature: FeatureGraph = { resolvers: [LimitsResolver], rules: limitsRules };
