import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

const administers = and(isUser, withRight("administer"));

export const accountDomainsRules: RuleMap = {
  Query: {
    accountDomains: administers,
    // About the person: for their own account alone.
    accountSuggestions: isUser,
  },
  Mutation: {
    addDomain: administers,
    verifyDomain: administers,
    updateDomain: administers,
    removeDomain: administers,
    joinAccount: isUser,
  },
};
