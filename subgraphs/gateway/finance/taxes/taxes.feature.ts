import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance } from "../finance-access.ts";
import { FinanceTaxesResolver } from "./taxes.resolver.ts";

export const financeTaxesFeature: FeatureGraph = {
  resolvers: [FinanceTaxesResolver],
  rules: { Query: { taxProjection: readsFinance } },
};
