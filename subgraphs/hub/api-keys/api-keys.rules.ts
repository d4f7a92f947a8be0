import {
  and,
  hasScope,
  hasTier,
  isAuthenticated,
  isInternal,
  type RuleMap,
} from "../../../src/access/rules.ts";

/*
 * Keys cannot hold these scopes, so no key reads or makes keys; signed-in people do, and what acts for them with the
 * scope. Reading is also for some days after a downgrade, which the service judges. Whoever lost the tier may still end
 * keys: one that has leaked must not outlive a downgrade.
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
