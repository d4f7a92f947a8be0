import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { IdentityResolver } from "./identity.resolver.ts";
import { identityRules } from "./identity.rules.ts";
import { findOwnUsers } from "./identity.service.ts";
import { ProfileResolver } from "./profile.resolver.ts";
import { UsersResolver } from "./users.resolver.ts";

export const identityFeature: FeatureGraph = {
  resolvers: [IdentityResolver, ProfileResolver, UsersResolver],
  rules: identityRules,
  references: {
    User: {
      batch: (references, ctx) =>
        findOwnUsers(
          ctx as HubContext,
          references.map(({ id }) => String(id)),
        ),
    },
  },
};
