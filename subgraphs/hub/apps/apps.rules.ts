import { and, graphqlOnly, isAdmin, isCaller, isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: {
    app: and(isCaller, graphqlOnly),
    appRegistry: isAdmin,
    registeredApp: isAdmin,
    appOrigins: isInternal,
  },
  Mutation: { createApp: isAdmin, updateApp: isAdmin },
  App: isCaller,
};
