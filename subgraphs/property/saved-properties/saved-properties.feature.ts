import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { Account, App, User } from "./foreign-types.ts";
import {
  AccountSavedPropertiesResolver,
  AppSavedPropertiesResolver,
  SavedPropertiesResolver,
  UserSavedPropertiesResolver,
} from "./saved-properties.resolver.ts";
import { savedPropertiesRules } from "./saved-properties.rules.ts";

export const savedPropertiesFeature: FeatureGraph = {
  resolvers: [
    SavedPropertiesResolver,
    AccountSavedPropertiesResolver,
    UserSavedPropertiesResolver,
    AppSavedPropertiesResolver,
  ],
  rules: savedPropertiesRules,
  // No field returns these types here; the hub's fields do.
  orphanedTypes: [Account, User, App],
  references: {
    Account: ({ id }, { principal }) => (id === principal.ownerId ? { id } : null),
    User: ({ id }, { principal }) => (id === principal.ownerId ? { id } : null),
    App: ({ appId }, { principal }) => (principal.kind === "anonymous" ? null : { appId }),
  },
};
