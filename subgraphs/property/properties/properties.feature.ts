import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { PropertyContext } from "../property.context.ts";
import { PropertiesResolver } from "./properties.resolver.ts";
import { propertiesRules } from "./properties.rules.ts";
import { findProperty } from "./properties.service.ts";

export const propertiesFeature: FeatureGraph = {
  resolvers: [PropertiesResolver],
  rules: propertiesRules,
  references: { Property: (reference, ctx) => findProperty(ctx as PropertyContext, String(reference["id"])) },
};
