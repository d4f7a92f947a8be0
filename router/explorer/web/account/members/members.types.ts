export interface AppRight {
  appId: string;
  level: string;
}

/** The account that requests act for. */
export interface Account {
  id: string;
  kind: "personal" | "organization";
  name: string;
  role: string | null;
  rights: readonly string[];
}

export interface Member {
  userId: string;
  name: string | null;
  email: string | null;
  role: string;
  appRights: readonly AppRight[];
  createdAt: string;
}

export interface Invitation {
  id: string;
  email: string;
  role: string;
  status: "pending" | "accepted" | "revoked" | "expired";
  createdAt: string;
  expiresAt: string;
}

/** A domain of the organization, and the record that verifies it. */
export interface Domain {
  id: string;
  domain: string;
  status: "pending" | "verified";
  recordName: string;
  recordValue: string;
  autoJoinRole: string | null;
  missingSince: string | null;
}

/** An organization that the person can join. */
export interface Suggestion {
  accountId: string;
  name: string;
  domain: string;
  role: string;
}

/** Roles that can be given; ownership is offered and accepted. */
export const givenRoles = ["admin", "billing", "member", "read_only"] as const;

/** Apps with levels of their own, and the levels. */
export const leveledApps = ["invoicer", "event-manager", "payroll", "ai-caller", "hvut", "finance"] as const;
export const levels = ["none", "read", "write", "approve"] as const;

/** `read_only` as "read-only". */
export function roleWords(role: string): string {
  return role.replace("_", "-");
}
