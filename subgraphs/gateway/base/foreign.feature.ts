import { isAuthenticated, and, ownedBy, withAnyScope } from "../../../src/access/rules.ts";
import { withRight } from "../../../src/access/account-rights.ts";
import { Account, App, User } from "./foreign-types.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";

/** Entity keys of hub types. An account or user resolves only for the account of the request, an app only when signed in. */
export const foreignFeature: FeatureGraph = {
  resolvers: [],
  orphanedTypes: [Account, User, App],
  rules: {
    Account: { id: and(isAuthenticated, withAnyScope) },
    User: { id: and(isAuthenticated, withAnyScope, ownedBy("id")) },
    App: { appId: and(isAuthenticated, withRight("member")) },
  },
  references: {
    Account: ({ id }, { principal }) => (id === principal.ownerId ? { id } : null),
    User: ({ id }, { principal }) => (id === principal.ownerId ? { id } : null),
    App: ({ appId }, { principal }) => (principal.kind === "anonymous" ? null : { appId }),
  },
};
