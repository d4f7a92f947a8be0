import { withRight } from "../../../../src/access/account-rights.ts";
import { and, isUser } from "../../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CompaniesResolver } from "./companies.resolver.ts";

const writes = and(isUser, withRight("write"));

export const companiesFeature: FeatureGraph = {
  resolvers: [CompaniesResolver],
  rules: {
    Query: { companies: and(isUser, withRight("read")) },
    Mutation: { createCompany: writes, updateCompany: writes },
  },
};
