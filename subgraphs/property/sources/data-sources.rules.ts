import { and, hasScope, isAdmin, isCaller, type RuleMap } from "../../../src/access/rules.ts";

export const dataSourcesRules: RuleMap = {
  Query: {
    dataSourcesStatus: and(isCaller, hasScope("read:sources")),
    sourceSyncRuns: isAdmin,
    sourceSyncRun: isAdmin,
  },
  Mutation: { startSourceSync: isAdmin },
};
