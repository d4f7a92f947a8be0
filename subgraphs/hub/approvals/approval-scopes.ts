import type { GuardedKind } from "../../../src/access/approval.types.ts";
import { guardedKinds } from "../../../src/access/approval.types.ts";
import { holdsScope, type Principal } from "../../../src/access/principal.ts";

/** The resource whose scopes the operations of a kind need; null for what only full access may do. */
const resourceOfKind: Readonly<Record<GuardedKind, string | null>> = {
  payroll_runs: "payroll",
  payouts: "payroll",
  filings: "filings",
  key_creation: "api-keys",
  rule_changes: null,
};

/**
 * Kinds of requests that a credential may follow, or cancel. A person with full access may do so with all of their own,
 * whatever their role is by now. A credential that is limited to scopes needs those of the operation: `read` or `write` to
 * follow a request, `write` to cancel it.
 */
export function kindsInScope(principal: Principal, what: "follow" | "cancel"): GuardedKind[] {
  const { kind, membership } = principal;
  if (kind === "user" && membership && !membership.isLimited) return [...guardedKinds];
  return guardedKinds.filter((guarded) => {
    const resource = resourceOfKind[guarded];
    if (resource === null) return principal.scopes === "all";
    if (holdsScope(principal, `write:${resource}`)) return true;
    return what === "follow" && holdsScope(principal, `read:${resource}`);
  });
}
