import { and, hasScope, isAuthenticated, isInternal, type RuleMap } from "../../../src/access/rules.ts";

const writesFiles = and(isAuthenticated, hasScope("write:files"));

export const filesRules: RuleMap = {
  Query: { linkedFile: isInternal, awaitedFile: isInternal, ownedFile: isInternal },
  Mutation: {
    deleteFile: writesFiles,
    revokeFileLinks: writesFiles,
    uploadFile: writesFiles,
    claimFile: isInternal,
    beginFile: isInternal,
    finishFile: isInternal,
  },
};
