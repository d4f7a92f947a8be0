import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { WebhooksResolver } from "./webhooks.resolver.ts";
import { webhooksRules } from "./webhooks.rules.ts";

export const webhooksFeature: FeatureGraph = { resolvers: [WebhooksResolver], rules: webhooksRules };
