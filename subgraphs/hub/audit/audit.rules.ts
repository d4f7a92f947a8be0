import { isAdmin, isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const auditRules: RuleMap = {
  Query: { auditLogs: isAdmin, auditLogCheck: isAdmin },
  Mutation: { chainAuditEntries: isInternal },
};
