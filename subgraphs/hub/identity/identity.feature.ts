import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { IdentityResolver } from "./identity.resolver.ts";
import { identityRules } from "./identity.rules.ts";
import { findOwnUsers } from "./identity.service.ts";

export const identityFeature: FeatureGraph = {
  resolvers: [IdentityResolver],
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
