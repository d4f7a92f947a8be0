import { isPublic, isUser, type RuleMap } from "../../../src/access/rules.ts";

export const oauthRules: RuleMap = {
  Query: {
    oauthConnectionStatus: isUser,
    oauthConnections: isUser,
  },
  Mutation: {
    startOauthConnection: isUser,
    // A browser comes back without a credential: the state says whose it is.
    completeOauthConnection: isPublic,
    revokeOauthConnection: isUser,
  },
};
