import { isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const reloadChargeRules: RuleMap = {
  Query: { reloadTerms: isInternal, reloadBalances: isInternal },
  Mutation: { chargeReload: isInternal, syncReloadEndpoint: isInternal },
};
