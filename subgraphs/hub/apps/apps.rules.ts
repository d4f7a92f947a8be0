import {
  and,
  graphqlOnly,
  isAdmin,
  isAuthenticated,
  isInternal,
  type RuleMap,
} from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: {
    app: and(isAuthenticated, graphqlOnly),
    appRegistry: isAdmin,
    registeredApp: isAdmin,
    appOrigins: isInternal,
  },
  Mutation: { createApp: isAdmin, updateApp: isAdmin },
  App: isAuthenticated,
};
