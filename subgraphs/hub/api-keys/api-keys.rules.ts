import {
  and,
  hasScope,
  hasTier,
  isAuthenticated,
  isInternal,
  type RuleMap,
} from "../../../src/access/rules.ts";

/*
 * API keys cannot hold these scopes, so no key reads or creates keys: that takes a signed-in user, or a token with the
 * scope. Reading stays allowed for some days after a downgrade; the service checks that. Revoking needs no tier: a
 * leaked key must not outlive a downgrade.
 */
const readsKeys = and(isAuthenticated, hasScope("read:api-keys"));
const writesKeys = and(isAuthenticated, hasScope("write:api-keys"));

export const apiKeysRules: RuleMap = {
  Query: { apiKeys: readsKeys, apiKey: readsKeys, apiKeyUsage: readsKeys, accountKeyUsage: readsKeys },
  Mutation: {
    createApiKey: and(writesKeys, hasTier("integration")),
    updateApiKey: and(writesKeys, hasTier("integration")),
    rotateApiKey: and(writesKeys, hasTier("integration")),
    revokeApiKey: writesKeys,
    recordKeyUsage: isInternal,
  },
};
