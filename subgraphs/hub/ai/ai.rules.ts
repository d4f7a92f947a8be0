import {
  and,
  hasScope,
  isAdmin,
  isAuthenticated,
  limitedAs,
  type RuleMap,
} from "../../../src/access/rules.ts";

const writesText = and(isAuthenticated, hasScope("write:ai"), limitedAs("ai-text"));

export const aiRules: RuleMap = {
  Query: {
    aiProvidersStatus: and(isAuthenticated, hasScope("read:ai")),
    aiUsage: isAdmin,
    aiGenerations: and(isAuthenticated, hasScope("read:ai")),
    photo: and(isAuthenticated, hasScope("read:ai"), limitedAs("ai-search")),
  },
  Mutation: {
    generateText: writesText,
    generateImage: and(isAuthenticated, hasScope("write:ai"), limitedAs("ai-image")),
  },
  Subscription: { textGenerated: writesText },
};
