import { isAdmin, isPublic, type RuleMap } from "../../../src/access/rules.ts";

export const creditPricesRules: RuleMap = {
  Query: { operationCosts: isPublic, creditPackageRegistry: isAdmin },
  Mutation: { createCreditPackage: isAdmin, updateCreditPackage: isAdmin, setOperationCost: isAdmin },
};
