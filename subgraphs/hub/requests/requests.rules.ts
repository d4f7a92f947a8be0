import { withRight } from "../../../src/access/account-rights.ts";
import { and, isInternal, isUser, type RuleMap } from "../../../src/access/rules.ts";

/** As the audit log: requests of an organization are for those who administer it, in person. */
const administers = and(isUser, withRight("administer"));

export const requestsRules: RuleMap = {
  Query: { requests: administers, request: administers },
  Mutation: { recordRequests: isInternal },
};
