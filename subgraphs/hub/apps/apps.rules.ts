import { isCaller, isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: { app: isCaller, allowedOrigins: isInternal },
  App: isCaller,
};
