import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { PropertyContext } from "../property.context.ts";
import { publishedData, publishedScores } from "../public-data.ts";
import { PropertiesResolver } from "./properties.resolver.ts";
import { propertiesRules } from "./properties.rules.ts";
import { findProperties } from "./properties.service.ts";

export const propertiesFeature: FeatureGraph = {
  resolvers: [PropertiesResolver],
  rules: propertiesRules,
  caching: {
    "Query.property": publishedData,
    Property: publishedData,
    "Property.score": publishedScores,
  },
  references: {
    Property: {
      batch: (references, ctx) =>
        findProperties(
          ctx as PropertyContext,
          references.map(({ id }) => String(id)),
        ),
    },
  },
};
