import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ExpensesResolver } from "./expenses.resolver.ts";
import { expenseRules } from "./expenses.rules.ts";

export const expensesFeature: FeatureGraph = { resolvers: [ExpensesResolver], rules: expenseRules };
