import { withRight } from "../../../src/access/account-rights.ts";
import { and, isPublic, isUser, type RuleMap } from "../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const connects = and(isUser, withRight("administer"));

export const oauthRules: RuleMap = {
  Query: {
    oauthConnectionStatus: reads,
    oauthConnections: reads,
  },
  Mutation: {
    startOauthConnection: connects,
    // A browser comes back without a credential: the state says whose it is.
    completeOauthConnection: isPublic,
    revokeOauthConnection: connects,
  },
};
