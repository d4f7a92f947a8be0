import { isAdmin, isCaller, isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: { app: isCaller, appRegistry: isAdmin, registeredApp: isAdmin, appOrigins: isInternal },
  Mutation: { createApp: isAdmin, updateApp: isAdmin },
  App: isCaller,
};
