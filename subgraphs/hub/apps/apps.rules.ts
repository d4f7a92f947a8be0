import { isCaller, type RuleMap } from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: { app: isCaller },
  App: isCaller,
};
