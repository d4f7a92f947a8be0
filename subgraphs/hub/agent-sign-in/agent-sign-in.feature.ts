import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AgentSignInResolver } from "./agent-sign-in.resolver.ts";
import { agentSignInRules } from "./agent-sign-in.rules.ts";

export const agentSignInFeature: FeatureGraph = {
  resolvers: [AgentSignInResolver],
  rules: agentSignInRules,
};
