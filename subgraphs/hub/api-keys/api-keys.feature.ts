import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ApiKeysResolver } from "./api-keys.resolver.ts";
import { apiKeysRules } from "./api-keys.rules.ts";

export const apiKeysFeature: FeatureGraph = { resolvers: [ApiKeysResolver], rules: apiKeysRules };
