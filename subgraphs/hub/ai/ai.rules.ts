import { and, hasScope, isAdmin, isCaller, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const writesText = and(isCaller, hasScope("write:ai"), limitedAs("ai-text"));

export const aiRules: RuleMap = {
  Query: {
    aiProvidersStatus: and(isCaller, hasScope("read:ai")),
    aiUsage: isAdmin,
  },
  Mutation: { generateText: writesText },
  Subscription: { textGenerated: writesText },
};
