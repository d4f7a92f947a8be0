import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ClientsResolver } from "./clients.resolver.ts";
import { clientRules } from "./clients.rules.ts";

export const clientsFeature: FeatureGraph = { resolvers: [ClientsResolver], rules: clientRules };
