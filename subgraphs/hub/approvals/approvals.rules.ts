import { withRight } from "../../../src/access/account-rights.ts";
import { needsApproval } from "../../../src/access/needs-approval.ts";
import {
  and,
  isAuthenticated,
  isInternal,
  isUser,
  withAnyScope,
  type RuleMap,
} from "../../../src/access/rules.ts";

/**
 * The service shows a credential its own requests as far as its scopes reach (`kindsInScope`), and the others to those who can
 * decide them.
 */
const readsRequests = and(isAuthenticated, withAnyScope);
/** The service checks the right that the request's kind needs. */
const decides = and(isUser, withRight("member"));

export const approvalsRules: RuleMap = {
  Query: {
    approvalRules: decides,
    approvalRequests: readsRequests,
    approvalRequest: readsRequests,
    approvalDemand: isInternal,
  },
  Mutation: {
    setApprovalRule: and(isUser, withRight("administer"), needsApproval("rule_changes")),
    approveApprovalRequest: decides,
    rejectApprovalRequest: decides,
    cancelApprovalRequest: readsRequests,
    openApprovalRequest: isInternal,
  },
};
