import { isAdmin } from "../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AccountAdministrationResolver } from "./account-administration.resolver.ts";

export const accountAdministrationFeature: FeatureGraph = {
  resolvers: [AccountAdministrationResolver],
  rules: {
    Query: { accountRegistry: isAdmin, registeredAccount: isAdmin },
    Mutation: { suspendOrganization: isAdmin, restoreOrganization: isAdmin },
  },
};
