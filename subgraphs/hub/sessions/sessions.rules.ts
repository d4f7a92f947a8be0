import { isUser, type RuleMap } from "../../../src/access/rules.ts";

/** About the person alone: refused for organizations, keys and tokens that are limited to scopes. */
export const sessionsRules: RuleMap = {
  Query: { sessions: isUser },
  Mutation: { revokeSession: isUser },
};
