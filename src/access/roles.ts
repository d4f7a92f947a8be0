import { DomainError } from "../errors.ts";
import { keyScopes } from "./scopes.ts";

/** Roles of an account's members, from the one with most rights to the one with fewest. */
export const accountRoles = ["owner", "admin", "billing", "member", "read_only"] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Levels of a member in one app, from the lowest to the highest. */
export const appLevels = ["none", "read", "write", "approve"] as const;
export type AppLevel = (typeof appLevels)[number];

/**
 * Rights of a role where no scope says who may call. `member`: any member. `own`: owners alone. `approve`: the approving
 * level in the app of the operation.
 */
export const accountRights = ["member", "read", "write", "administer", "bill", "approve", "own"] as const;
export type AccountRight = (typeof accountRights)[number];

/** What a principal may do in an organization that it acts for. Absent from principals of their own account. */
export interface Membership {
  accountId: string;
  /** The member: the signed-in user, or the user that a service account acts for. */
  userId: string;
  role: AccountRole;
  /** The stored membership that these rights were read from; a write commits only while it is the current one. */
  version: number;
  rights: readonly AccountRight[];
  /** Apps in which the member approves; `all` for owners and administrators. */
  approves: readonly string[] | "all";
  /** True when the credential itself is limited to scopes. */
  isLimited: boolean;
  /** True while the organization is being closed: it can only be read, exported and opened again. */
  isClosing?: boolean;
}

/** Levels by app that were set for a member. */
export type AppRights = Readonly<Record<string, AppLevel>>;

const rightsOfRole: Readonly<Record<AccountRole, readonly AccountRight[]>> = {
  owner: accountRights,
  admin: ["member", "read", "write", "administer", "bill", "approve"],
  billing: ["member", "bill"],
  member: ["member", "read", "write"],
  read_only: ["member", "read"],
};

/** Resources of the scopes that an app's level decides about. Those of all other scopes follow the role. */
const resourcesOfApp: Readonly<Record<string, readonly string[]>> = {
  invoicer: ["invoices", "quotations"],
  "event-manager": ["bookings"],
  payroll: ["payroll"],
  "ai-caller": ["calls"],
  hvut: ["filings"],
  finance: ["finance"],
};

/** Apps whose levels decide about scopes. */
const leveledApps: readonly string[] = Object.keys(resourcesOfApp);

const levelOfRole: Readonly<Record<AccountRole, AppLevel>> = {
  owner: "approve",
  admin: "approve",
  billing: "none",
  member: "write",
  read_only: "read",
};

/** Scopes beyond those of apps, by role; what is missing is refused. */
const otherResources = ["reports", "properties", "scoring", "sources", "ai", "files"];
const otherScopes: Readonly<Record<AccountRole, readonly string[]>> = {
  owner: [],
  admin: [],
  billing: ["read:credits", "write:credits"],
  member: ["read:credits", ...otherResources.flatMap((name) => [`read:${name}`, `write:${name}`])],
  read_only: ["read:credits", ...otherResources.map((name) => `read:${name}`)],
};

/** True for roles that may do everything in every app; levels by app do not apply to them. */
export function isUnrestricted(role: AccountRole): boolean {
  return role === "owner" || role === "admin";
}

/** The rights that a role has where no scope says who may call. */
export function rightsOf(role: AccountRole): readonly AccountRight[] {
  return rightsOfRole[role];
}

/** The member's level in an app: the one that was set, otherwise that of the role. */
function levelIn(appId: string, role: AccountRole, appRights: AppRights): AppLevel {
  const isSet = !isUnrestricted(role) && Object.hasOwn(appRights, appId);
  return isSet ? appRights[appId]! : levelOfRole[role];
}

/** Apps in which the member approves. */
export function approvingApps(role: AccountRole, appRights: AppRights): readonly string[] | "all" {
  if (isUnrestricted(role)) return "all";
  return leveledApps.filter((appId) => levelIn(appId, role, appRights) === "approve");
}

/** The scopes of a role with these levels by app; `all` for owners and administrators. */
export function scopesOfRole(role: AccountRole, appRights: AppRights): readonly string[] | "all" {
  if (isUnrestricted(role)) return "all";
  const ofApps = leveledApps.flatMap((appId) => {
    const level = levelIn(appId, role, appRights);
    const resources = resourcesOfApp[appId]!;
    const held = keyScopes.filter((scope) => resources.includes(scope.split(":")[1] ?? ""));
    if (level === "none") return [];
    return level === "read" ? held.filter((scope) => scope.startsWith("read:")) : held;
  });
  return [...ofApps, ...otherScopes[role]];
}

/** Scopes that both have. */
export function commonScopes(
  one: readonly string[] | "all",
  other: readonly string[] | "all",
): readonly string[] | "all" {
  if (one === "all") return other;
  return other === "all" ? one : one.filter((scope) => other.includes(scope));
}

/** 404 for an account that does not exist, and word for word the same for one that the caller is no member of. */
export function accountNotFound(): DomainError {
  return new DomainError("ACCOUNT_NOT_FOUND", "Account not found. Check the account ID.");
}

/** 403 for every request of a member of an organization that the platform has suspended. */
export function accountSuspended(): DomainError {
  return new DomainError("FORBIDDEN", "This organization is suspended. Contact support.", {
    reason: "account_suspended",
  });
}
