import { alsoWhileClosing, withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

// A repeated request gets the same response.
const owns = and(isUser, withRight("own"), alsoWhileClosing);

export const closingRules: RuleMap = {
  Query: { accountClosure: and(isUser, withRight("member")) },
  Mutation: { closeOrganization: owns, reopenOrganization: owns },
};
