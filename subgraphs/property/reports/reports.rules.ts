import {
  and,
  hasScope,
  isAuthenticated,
  ownedBy,
  withAnyScope,
  type RuleMap,
} from "../../../src/access/rules.ts";

const reads = and(isAuthenticated, hasScope("read:reports"));
const writes = and(isAuthenticated, hasScope("write:reports"));

/** A key that may only write reports can read what it created, so the type requires the owner, not the scope. */
export const reportsRules: RuleMap = {
  Query: { reports: reads, report: reads, reportFile: reads },
  Mutation: { createReport: writes, refreshReport: writes, deleteReport: writes },
  Report: and(isAuthenticated, withAnyScope, ownedBy("ownerId")),
};
