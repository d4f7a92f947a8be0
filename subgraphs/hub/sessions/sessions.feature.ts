import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { SessionsResolver } from "./sessions.resolver.ts";
import { sessionsRules } from "./sessions.rules.ts";

export const sessionsFeature: FeatureGraph = {
  resolvers: [SessionsResolver],
  rules: sessionsRules,
};
