import { withRight } from "../../../src/access/account-rights.ts";
import { and, isAdmin, isInternal, isUser, type RuleMap } from "../../../src/access/rules.ts";

/** The history of an account is for those who administer it, in person. */
const administers = and(isUser, withRight("administer"));

export const auditRules: RuleMap = {
  Query: {
    auditLogs: isAdmin,
    auditLogCheck: isAdmin,
    accountAuditLog: administers,
    accountAuditFile: administers,
    accountAuditCheck: administers,
  },
  Mutation: { chainAuditEntries: isInternal },
};
