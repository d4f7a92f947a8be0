import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BulkMovesResolver } from "./bulk-moves.resolver.ts";
import { bulkMoveRules } from "./bulk-moves.rules.ts";

export const bulkMovesFeature: FeatureGraph = {
  resolvers: [BulkMovesResolver],
  rules: bulkMoveRules,
};
