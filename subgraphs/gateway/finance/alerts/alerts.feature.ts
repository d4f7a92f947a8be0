import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceAlertsResolver } from "./alerts.resolver.ts";

export const financeAlertsFeature: FeatureGraph = {
  resolvers: [FinanceAlertsResolver],
  rules: {
    Query: { financeAlerts: readsFinance, financeAlertEvents: readsFinance },
    Mutation: { createAlert: writesFinance, deleteAlert: writesFinance },
  },
};
