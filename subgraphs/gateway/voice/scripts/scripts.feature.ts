import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallScriptsResolver } from "./scripts.resolver.ts";
import { callScriptRules } from "./scripts.rules.ts";
import { VoiceAgentsResolver } from "./voice-agents.resolver.ts";

export const callScriptsFeature: FeatureGraph = {
  resolvers: [CallScriptsResolver, VoiceAgentsResolver],
  rules: callScriptRules,
};
