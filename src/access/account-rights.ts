import { DomainError } from "../errors.ts";
import type { AccountRight } from "./roles.ts";
import type { FieldCall, Rule } from "./rule.types.ts";

/** What is about the person alone is done in the personal account. */
export function refuseMember({ ctx: { principal } }: FieldCall): DomainError | null {
  if (!principal.membership) return null;
  return forbidden("This request cannot be made for an organization. Send it without x-account-id.", {
    reason: "personal_account_required",
  });
}

/**
 * The right that a member of an organization needs; of their own account everybody has every right. `approve` is the
 * approving level in the app of the rule, which `onApp` names.
 */
export function withRight(right: Exclude<AccountRight, "approve">): Rule {
  return {
    facts: { right },
    check: ({ ctx: { principal } }) =>
      !principal.membership || principal.membership.rights.includes(right) ? null : lacksRight(right),
  };
}

/** Members need the approving level in this app. */
export function withApproval(appId: string): Rule {
  return {
    facts: { right: "approve" },
    check: ({ ctx: { principal } }) => {
      const approves = principal.membership?.approves ?? "all";
      return approves === "all" || approves.includes(appId) ? null : lacksRight("approve");
    },
  };
}

function lacksRight(right: AccountRight): DomainError {
  return forbidden("Your role in this account does not allow this request. Ask an owner or administrator.", {
    reason: "role_required",
    requiredRight: right,
  });
}

/** The rule of a right that facts name. */
export function ruleOfRight(right: AccountRight, appId: string): Rule {
  return right === "approve" ? withApproval(appId) : withRight(right);
}

function forbidden(message: string, details: Record<string, unknown>): DomainError {
  return new DomainError("FORBIDDEN", message, details);
}
