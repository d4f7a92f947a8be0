import { isAuthenticated, and, ownedBy, withAnyScope } from "../../../src/access/rules.ts";
import { App, User } from "./foreign-types.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";

/** Entity keys of hub types. A user resolves only for the same account, an app only for a signed-in principal. */
export const foreignFeature: FeatureGraph = {
  resolvers: [],
  orphanedTypes: [User, App],
  rules: { User: { id: and(isAuthenticated, withAnyScope, ownedBy("id")) }, App: { appId: isAuthenticated } },
  references: {
    User: ({ id }, { principal }) => (id === principal.ownerId ? { id } : null),
    App: ({ appId }, { principal }) => (principal.kind === "anonymous" ? null : { appId }),
  },
};
