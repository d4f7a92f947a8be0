import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { BankingResolver } from "./banking.resolver.ts";
import { bankingRules } from "./banking.rules.ts";

export const bankingFeature: FeatureGraph = { resolvers: [BankingResolver], rules: bankingRules };
