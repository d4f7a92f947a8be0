import { and, hasScope, isCaller, isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const filesRules: RuleMap = {
  Query: { linkedFile: isInternal },
  Mutation: { deleteFile: and(isCaller, hasScope("write:files")) },
};
