import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PayoutsResolver } from "./payouts.resolver.ts";
import { payoutsRules } from "./payouts.rules.ts";

export const payrollPayoutsFeature: FeatureGraph = { resolvers: [PayoutsResolver], rules: payoutsRules };
