import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

export const exportsRules: RuleMap = {
  Mutation: { exportPayroll: and(isUser, withRight("write")) },
};
