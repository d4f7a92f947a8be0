import {
  and,
  hasScope,
  isCaller,
  isInternal,
  isPublic,
  movesMoney,
  ownedBy,
  type RuleMap,
} from "../../../src/access/rules.ts";

const readsCredits = and(isCaller, hasScope("read:credits"));
const spendsCredits = and(isCaller, hasScope("write:credits"), movesMoney);

export const creditsRules: RuleMap = {
  Query: {
    creditBalance: readsCredits,
    creditHistory: readsCredits,
    creditSufficiency: readsCredits,
    creditPackages: isPublic,
    operationCost: isPublic,
  },
  Mutation: {
    consumeCredits: spendsCredits,
    placeCreditHold: spendsCredits,
    captureCreditHold: spendsCredits,
    releaseCreditHold: spendsCredits,
    holdOperationCredits: isInternal,
    settleOperationHold: isInternal,
  },
  Subscription: { creditBalanceChanged: readsCredits },
  User: { creditBalances: and(readsCredits, ownedBy("id")) },
};
