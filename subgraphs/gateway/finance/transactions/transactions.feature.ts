import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { FinanceCategoriesResolver } from "./categories.resolver.ts";
import { FinanceTransactionsResolver } from "./transactions.resolver.ts";
import { transactionsRules } from "./transactions.rules.ts";

export const financeTransactionsFeature: FeatureGraph = {
  resolvers: [FinanceTransactionsResolver, FinanceCategoriesResolver],
  rules: transactionsRules,
};
