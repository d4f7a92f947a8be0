import { isUser, type RuleMap } from "../../../src/access/rules.ts";

export const exportsRules: RuleMap = {
  Mutation: { exportPayroll: isUser },
};
