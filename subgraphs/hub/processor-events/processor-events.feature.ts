import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ProcessorEventsResolver } from "./processor-events.resolver.ts";
import { processorEventsRules } from "./processor-events.rules.ts";

export const processorEventsFeature: FeatureGraph = {
  resolvers: [ProcessorEventsResolver],
  rules: processorEventsRules,
};
