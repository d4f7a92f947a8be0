import { withRight } from "../../../../src/access/account-rights.ts";
import { and, isUser } from "../../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ActivitiesResolver, ContactActivitiesResolver } from "./activities.resolver.ts";

export const activitiesFeature: FeatureGraph = {
  resolvers: [ActivitiesResolver, ContactActivitiesResolver],
  rules: {
    Query: { activities: and(isUser, withRight("read")) },
    Mutation: { logActivity: and(isUser, withRight("write")) },
  },
};
