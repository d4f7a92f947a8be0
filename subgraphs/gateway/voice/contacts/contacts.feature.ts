import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallContactsResolver } from "./contacts.resolver.ts";
import { callContactRules } from "./contacts.rules.ts";
import { CallingPermissionsResolver } from "./permissions.resolver.ts";

export const callContactsFeature: FeatureGraph = {
  resolvers: [CallContactsResolver, CallingPermissionsResolver],
  rules: callContactRules,
};
