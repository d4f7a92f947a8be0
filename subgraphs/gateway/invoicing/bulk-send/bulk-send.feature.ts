import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BulkSendResolver } from "./bulk-send.resolver.ts";
import { bulkSendRules } from "./bulk-send.rules.ts";

export const bulkSendFeature: FeatureGraph = { resolvers: [BulkSendResolver], rules: bulkSendRules };
