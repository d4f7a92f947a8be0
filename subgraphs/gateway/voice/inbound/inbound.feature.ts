import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { inVoice } from "../voice-access.ts";
import { InboundRoutesResolver } from "./routes.resolver.ts";

export const callInboundFeature: FeatureGraph = {
  resolvers: [InboundRoutesResolver],
  rules: { Mutation: { setInboundRoute: inVoice("write:calls") } },
};
