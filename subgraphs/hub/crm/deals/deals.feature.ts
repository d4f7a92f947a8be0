import { withRight } from "../../../../src/access/account-rights.ts";
import { and, isUser } from "../../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { DealsResolver } from "./deals.resolver.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));

export const dealsFeature: FeatureGraph = {
  resolvers: [DealsResolver],
  rules: {
    Query: { deals: reads, deal: reads, pipelines: reads, pipelineSummary: reads },
    Mutation: {
      createDeal: writes,
      updateDeal: writes,
      moveDealStage: writes,
      closeDeal: writes,
      savePipeline: writes,
    },
  },
};
