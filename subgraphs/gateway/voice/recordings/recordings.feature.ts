import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { inVoice } from "../voice-access.ts";
import { CallRecordingsResolver } from "./recordings.resolver.ts";

export const callRecordingsFeature: FeatureGraph = {
  resolvers: [CallRecordingsResolver],
  rules: {
    Query: { callRecording: inVoice("read:calls") },
    Mutation: { deleteRecording: inVoice("write:calls") },
  },
};
