import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { FinanceAccountsResolver } from "./accounts.resolver.ts";
import { accountsRules } from "./accounts.rules.ts";

export const financeAccountsFeature: FeatureGraph = {
  resolvers: [FinanceAccountsResolver],
  rules: accountsRules,
};
