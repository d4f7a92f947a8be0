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

/** A mutation that members may send while their organization is being closed; all others are refused then. */
export const alsoWhileClosing: Rule = { facts: {}, whileClosing: true, check: () => null };

/**
 * An organization that is being closed may only be read, exported and opened again. The platform's own requests, such as the
 * charge of a read, are not refused.
 */
export function refuseWhileClosing(
  { principal }: FieldCall["ctx"],
  { whileClosing }: Rule,
): DomainError | null {
  if (whileClosing || principal.kind === "internal" || !principal.membership?.isClosing) return null;
  return forbidden(
    "This organization is being closed, so it can only be read and exported. Ask an owner to open it again.",
    { reason: "account_closing" },
  );
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
