import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { RecurringInvoicesResolver } from "./recurring.resolver.ts";
import { recurringRules } from "./recurring.rules.ts";

export const recurringFeature: FeatureGraph = {
  resolvers: [RecurringInvoicesResolver],
  rules: recurringRules,
};
