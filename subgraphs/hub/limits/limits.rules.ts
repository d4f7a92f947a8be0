import { isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const limitsRules: RuleMap = {
  Query: { limitUse: isInternal },
  Mutation: { recordLimitUse: isInternal },
};
