import { ruleOfRight } from "./account-rights.ts";
import {
  and,
  hasScope,
  hasTier,
  isAccountOwner,
  isAdmin,
  isAuthenticated,
  isInternal,
  isPayer,
  isPublic,
  isUser,
  onApp,
  withAnyScope,
  type AccessFacts,
  type Rule,
} from "./rules.ts";

/** The rule that a field's facts describe, for doors that must report a refusal before they validate the input. */
export function ruleFromFacts(facts: Partial<AccessFacts>): Rule {
  const who: Record<AccessFacts["auth"], Rule> = {
    public: isPublic,
    caller: isAuthenticated,
    user: isUser,
    holder: isAccountOwner,
    payer: isPayer,
    admin: isAdmin,
    internal: isInternal,
  };
  return and(
    who[facts.auth ?? "internal"],
    ...(facts.scope ? [hasScope(facts.scope)] : []),
    ...(facts.anyScope ? [withAnyScope] : []),
    ...(facts.right ? [ruleOfRight(facts.right, facts.app ?? "central")] : []),
    ...(facts.app ? [onApp(facts.app)] : []),
    ...(facts.tier ? [hasTier(facts.tier)] : []),
  );
}
