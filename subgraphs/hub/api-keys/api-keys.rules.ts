import { needsApproval } from "../../../src/access/needs-approval.ts";
import {
  and,
  hasScope,
  hasTier,
  isAuthenticated,
  isInternal,
  needsPerson,
  type RuleMap,
} from "../../../src/access/rules.ts";

/*
 * API keys cannot hold these scopes, so no key reads or creates keys: that takes a signed-in user, or a token with the
 * scope. Reading stays allowed for some days after a downgrade; the service checks that. Revoking needs no tier: a
 * leaked key must not outlive a downgrade.
 */
const readsKeys = and(isAuthenticated, hasScope("read:api-keys"));
const writesKeys = and(isAuthenticated, hasScope("write:api-keys"));

/** Reveals a new secret. */
const makesKeys = and(writesKeys, hasTier("integration"), needsApproval("key_creation"), needsPerson);

export const apiKeysRules: RuleMap = {
  Query: { apiKeys: readsKeys, apiKey: readsKeys, apiKeyUsage: readsKeys, accountKeyUsage: readsKeys },
  Mutation: {
    createApiKey: makesKeys,
    updateApiKey: and(writesKeys, hasTier("integration"), needsPerson),
    rotateApiKey: makesKeys,
    revokeApiKey: writesKeys,
    recordKeyUsage: isInternal,
  },
};
