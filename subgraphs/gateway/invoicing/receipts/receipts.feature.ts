import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ReceiptsResolver } from "./receipts.resolver.ts";
import { receiptRules } from "./receipts.rules.ts";

export const receiptsFeature: FeatureGraph = { resolvers: [ReceiptsResolver], rules: receiptRules };
