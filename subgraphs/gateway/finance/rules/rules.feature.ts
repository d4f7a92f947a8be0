import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceRulesResolver } from "./rules.resolver.ts";

export const financeRulesFeature: FeatureGraph = {
  resolvers: [FinanceRulesResolver],
  rules: {
    Query: { ruleTest: readsFinance },
    Mutation: { updateRule: writesFinance, deleteRule: writesFinance },
  },
};
