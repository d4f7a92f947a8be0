import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ReloadChargeResolver } from "./reload-charge.resolver.ts";
import { reloadChargeRules } from "./reload-charge.rules.ts";

/** The hub's side of auto-reload, which the gateway decides about. */
export const reloadChargeFeature: FeatureGraph = {
  resolvers: [ReloadChargeResolver],
  rules: reloadChargeRules,
};
