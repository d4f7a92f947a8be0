import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceGoalsResolver } from "./goals.resolver.ts";

export const financeGoalsFeature: FeatureGraph = {
  resolvers: [FinanceGoalsResolver],
  rules: {
    Query: { goals: readsFinance, goal: readsFinance, goalProjection: readsFinance },
    Mutation: {
      createGoal: writesFinance,
      updateGoal: writesFinance,
      contributeToGoal: writesFinance,
      withdrawFromGoal: writesFinance,
      closeGoal: writesFinance,
    },
  },
};
