import { withRight } from "../../../src/access/account-rights.ts";
import {
  and,
  hasScope,
  isAuthenticated,
  isInternal,
  isPayer,
  isPublic,
  limitedAs,
  movesMoney,
  ownedBy,
  type Rule,
  type RuleMap,
} from "../../../src/access/rules.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";

const readsCredits = and(isAuthenticated, hasScope("read:credits"));

/**
 * With CREDITS_CONSUME=backend: an API key, or a service account that also has `consume:credits`. Otherwise every
 * principal may spend, for their own account.
 */
const isBackend: Rule = {
  facts: {},
  check: (call) => {
    const { principal, ports } = call.ctx as unknown as HubContext;
    if (ports.creditsConsume !== "backend" || principal.kind === "internal" || principal.kind === "apiKey")
      return null;
    if (principal.kind === "serviceAccount") return hasScope("consume:credits").check(call);
    return new DomainError(
      "FORBIDDEN",
      "Only application backends can spend credits on this server. Use a service account.",
      {
        reason: "scope_missing",
        requiredScope: "consume:credits",
      },
    );
  },
};

const spendsCredits = and(isAuthenticated, hasScope("write:credits"), isBackend, movesMoney);
const buysCredits = and(isPayer, withRight("bill"), limitedAs("payment-create"));

export const creditsRules: RuleMap = {
  Query: {
    creditBalance: readsCredits,
    creditHistory: readsCredits,
    creditUsage: readsCredits,
    creditSufficiency: readsCredits,
    creditPackages: isPublic,
    operationCost: isPublic,
  },
  Mutation: {
    consumeCredits: spendsCredits,
    placeCreditHold: spendsCredits,
    captureCreditHold: spendsCredits,
    releaseCreditHold: spendsCredits,
    purchaseCredits: buysCredits,
    buyCredits: buysCredits,
    holdOperationCredits: isInternal,
    settleOperationHold: isInternal,
    chargeOperationCredits: isInternal,
  },
  Subscription: { creditBalanceChanged: readsCredits },
  User: { creditBalances: and(readsCredits, ownedBy("id")) },
  // Null for an account that the request does not act for.
  Account: { creditBalances: readsCredits },
};
