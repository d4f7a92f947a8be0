import { withRight } from "../../../src/access/account-rights.ts";
import {
  and,
  hasScope,
  isAuthenticated,
  isInternal,
  isUser,
  type RuleMap,
} from "../../../src/access/rules.ts";

const writesFiles = and(isAuthenticated, hasScope("write:files"));

export const filesRules: RuleMap = {
  Query: {
    linkedFile: isInternal,
    awaitedFile: isInternal,
    ownedFile: isInternal,
    ownedFileLink: isInternal,
    // Connections belong to people, not to keys.
    connectedFiles: and(isUser, withRight("read")),
  },
  Mutation: {
    deleteFile: writesFiles,
    revokeFileLinks: writesFiles,
    uploadFile: writesFiles,
    importConnectedFile: and(isUser, withRight("write")),
    claimFile: isInternal,
    beginFile: isInternal,
    finishFile: isInternal,
  },
};
