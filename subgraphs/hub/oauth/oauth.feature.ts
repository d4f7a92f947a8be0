import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { OauthResolver } from "./oauth.resolver.ts";
import { oauthRules } from "./oauth.rules.ts";

export const oauthFeature: FeatureGraph = { resolvers: [OauthResolver], rules: oauthRules };
