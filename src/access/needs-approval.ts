import type { GuardedKind, PayoutAmount } from "./approval.types.ts";
import type { Rule } from "./rule.types.ts";

/**
 * An organization can demand a second person for this operation: it is then stored, and runs when somebody else has approved
 * it. Checks nothing itself; `guardApprovals` wraps the field. `amountOf` is the money that a payout moves.
 */
export function needsApproval(
  kind: GuardedKind,
  amountOf?: (args: Record<string, unknown>) => PayoutAmount,
): Rule {
  return { facts: { approval: kind }, check: () => null, ...(amountOf && { amountOf }) };
}
