import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { OneTimeSecretsResolver } from "./one-time-secrets.resolver.ts";
import { oneTimeSecretsRules } from "./one-time-secrets.rules.ts";

export const oneTimeSecretsFeature: FeatureGraph = {
  resolvers: [OneTimeSecretsResolver],
  rules: oneTimeSecretsRules,
};
