import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { PaymentsResolver } from "./payments.resolver.ts";
import { paymentsRules } from "./payments.rules.ts";

export const paymentsFeature: FeatureGraph = { resolvers: [PaymentsResolver], rules: paymentsRules };
