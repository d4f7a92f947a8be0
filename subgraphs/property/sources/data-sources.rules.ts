import { and, hasScope, isAdmin, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

export const dataSourcesRules: RuleMap = {
  Query: {
    dataSourcesStatus: and(isAuthenticated, hasScope("read:sources")),
    sourceSyncRuns: isAdmin,
    sourceSyncRun: isAdmin,
  },
  Mutation: { startSourceSync: isAdmin },
};
