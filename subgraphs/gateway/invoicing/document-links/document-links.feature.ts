import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { DocumentLinksResolver } from "./document-links.resolver.ts";
import { documentLinksRules } from "./document-links.rules.ts";

export const documentLinksFeature: FeatureGraph = {
  resolvers: [DocumentLinksResolver],
  rules: documentLinksRules,
};
