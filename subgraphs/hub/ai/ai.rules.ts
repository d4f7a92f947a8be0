import { and, hasScope, isAdmin, isCaller, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const writesText = and(isCaller, hasScope("write:ai"), limitedAs("ai-text"));

export const aiRules: RuleMap = {
  Query: {
    aiProvidersStatus: and(isCaller, hasScope("read:ai")),
    aiUsage: isAdmin,
    photo: and(isCaller, hasScope("read:ai"), limitedAs("ai-search")),
  },
  Mutation: {
    generateText: writesText,
    generateImage: and(isCaller, hasScope("write:ai"), limitedAs("ai-image")),
  },
  Subscription: { textGenerated: writesText },
};
