import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ClosingResolver } from "./closing.resolver.ts";
import { closingRules } from "./closing.rules.ts";

export const closingFeature: FeatureGraph = { resolvers: [ClosingResolver], rules: closingRules };
