import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ClientContactsResolver } from "./client-contacts.resolver.ts";
import { clientContactRules } from "./client-contacts.rules.ts";

export const clientContactsFeature: FeatureGraph = {
  resolvers: [ClientContactsResolver],
  rules: clientContactRules,
};
