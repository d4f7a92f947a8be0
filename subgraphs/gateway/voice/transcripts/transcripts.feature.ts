import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallTranscriptsResolver } from "./transcripts.resolver.ts";
import { callTranscriptRules } from "./transcripts.rules.ts";

export const callTranscriptsFeature: FeatureGraph = {
  resolvers: [CallTranscriptsResolver],
  rules: callTranscriptRules,
};
