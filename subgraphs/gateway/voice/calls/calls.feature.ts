import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallRecordsResolver } from "./call-records.resolver.ts";
import { CallsResolver } from "./calls.resolver.ts";
import { CallerNumbersResolver } from "./numbers.resolver.ts";
import { callRules } from "./calls.rules.ts";

export const callsFeature: FeatureGraph = {
  resolvers: [CallsResolver, CallRecordsResolver, CallerNumbersResolver],
  rules: callRules,
};
