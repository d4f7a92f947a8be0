import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { IdentityResolver } from "./identity.resolver.ts";
import { identityRules } from "./identity.rules.ts";
import { findOwnUser } from "./identity.service.ts";

export const identityFeature: FeatureGraph = {
  resolvers: [IdentityResolver],
  rules: identityRules,
  references: { User: (reference, ctx) => findOwnUser(ctx as HubContext, String(reference["id"])) },
};
