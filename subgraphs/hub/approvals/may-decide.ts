import { guardedKinds, type GuardedKind } from "../../../src/access/approval.types.ts";
import type { Principal } from "../../../src/access/principal.ts";
import type { Membership } from "../../../src/access/roles.ts";
import type { DomainError } from "../../../src/errors.ts";
import { mayNotDecide, ownRequest } from "./approvals.errors.ts";

/** The app whose approving level decides; null: administrators do. */
const appOfKind: Readonly<Record<GuardedKind, string | null>> = {
  payroll_runs: "payroll",
  payouts: "payroll",
  filings: "hvut",
  key_creation: null,
  rule_changes: null,
};

/** Kinds whose requests a member may decide. */
export function decidableKinds({ rights, approves }: Pick<Membership, "rights" | "approves">): GuardedKind[] {
  return guardedKinds.filter((kind) => {
    const app = appOfKind[kind];
    if (app === null) return rights.includes("administer");
    return approves === "all" || approves.includes(app);
  });
}

interface Asked {
  kind: GuardedKind;
  requesterId: string;
  requesterPerson: string | null;
}

/** Null for a member who may decide the request: with the right, and not the one who asked. */
export function mayDecide({ kind, id, membership }: Principal, asked: Asked): DomainError | null {
  if (kind !== "user" || !membership || !decidableKinds(membership).includes(asked.kind))
    return mayNotDecide();
  const isOwn = id === asked.requesterId || membership.userId === asked.requesterPerson;
  return isOwn ? ownRequest() : null;
}
