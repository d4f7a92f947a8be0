import { isAdmin } from "../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { TaxTablesResolver } from "./tax-tables.resolver.ts";

export const taxTablesFeature: FeatureGraph = {
  resolvers: [TaxTablesResolver],
  rules: { Query: { taxTables: isAdmin } },
};
