import { isAdmin, type RuleMap } from "../../../src/access/rules.ts";

export const serviceAccountsRules: RuleMap = {
  Query: { serviceAccounts: isAdmin },
  Mutation: { createServiceAccount: isAdmin, revokeServiceAccount: isAdmin },
};
