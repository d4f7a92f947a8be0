import { isPublic, type RuleMap } from "../../../src/access/rules.ts";

export const pricingRules: RuleMap = { Query: { plans: isPublic } };
