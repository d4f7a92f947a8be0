import type { StoredOperation } from "../../router/operations/registry.ts";
import type { AccountRole, AppLevel } from "../../src/access/roles.ts";

/** Operations about the person alone: they cannot be used while acting for an organization. */
export const personal = [
  "AcceptInvitation",
  "AccountSuggestions",
  "ChooseAccount",
  "CreateOrganization",
  "DeleteAccount",
  "JoinAccount",
  "LeaveOrganization",
  "RestoreAccount",
  "RevokeSession",
  "Sessions",
  "UpdateProfile",
];

/** What each role may do, written down a second time: scopes, and rights where there is no scope. */
const appResources = "invoices|quotations|bookings|payroll|calls|filings|finance";
const sharedResources = "reports|properties|scoring|sources|ai|files";
const everything = /./;
const expected: Record<AccountRole, { scopes: RegExp; rights: string[]; approves: boolean }> = {
  owner: {
    scopes: everything,
    rights: ["member", "read", "write", "administer", "bill", "own"],
    approves: true,
  },
  admin: { scopes: everything, rights: ["member", "read", "write", "administer", "bill"], approves: true },
  billing: { scopes: /^(read|write):credits$/, rights: ["member", "bill"], approves: false },
  member: {
    scopes: new RegExp(
      `^(read|write|update|delete):(${appResources})$|^(read|write):(${sharedResources})$|^read:credits$`,
    ),
    rights: ["member", "read", "write"],
    approves: false,
  },
  read_only: {
    scopes: new RegExp(`^read:(${appResources}|${sharedResources}|credits)$`),
    rights: ["member", "read"],
    approves: false,
  },
};

export const roles = Object.keys(expected) as AccountRole[];

export function isAllowed({ access, row }: StoredOperation, role: AccountRole): boolean {
  const { scopes, rights, approves } = expected[role];
  if (access.auth === "public") return true;
  if (access.auth === "admin" || personal.includes(row.name)) return false;
  if (access.right === "approve") return approves && scopes.test(access.scope!);
  if (access.scope)
    return scopes.test(access.scope) && (access.right === undefined || rights.includes(access.right));
  if (access.anyScope) return true;
  return access.right !== undefined && rights.includes(access.right);
}

/** Whether a role has a scope. */
export function mayUse(role: AccountRole, scope: string): boolean {
  return expected[role].scopes.test(scope);
}

/** Reasons of refusals of a role or a level. */
export const refusedFor = ["scope_missing", "role_required", "personal_account_required", "app_not_allowed"];

/** Apps whose levels decide about scopes. */
export const scopedApps: ReadonlyMap<string, RegExp> = new Map([
  ["invoicer", /:(invoices|quotations)$/],
  ["event-manager", /:bookings$/],
  ["payroll", /:payroll$/],
  ["ai-caller", /:calls$/],
  ["hvut", /:filings$/],
  ["finance", /:finance$/],
]);

export const levels = ["none", "read", "write", "approve"] as const satisfies readonly AppLevel[];

/** The lowest level that an operation of an app with levels needs; null where levels do not decide. */
export function neededLevel({ access }: StoredOperation): AppLevel | null {
  const { scope = "", app: appId = "", right } = access;
  // What needs a right of the role besides a scope is for no level.
  if (right !== undefined && right !== "approve") return null;
  if (!scopedApps.get(appId)?.test(scope)) return null;
  return right === "approve" ? "approve" : scope.startsWith("read:") ? "read" : "write";
}
