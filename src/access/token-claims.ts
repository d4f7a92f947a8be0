import { z } from "zod";

/** What a verified token says about its holder. Fields that the token lacks are null. */
export interface TokenClaims {
  /** The user id: stable, 1 to 128 characters. */
  sub: string;
  email: string | null;
  /** An address counts as proof of nothing unless this is true. */
  emailVerified: boolean;
  name: string | null;
  picture: string | null;
  /** Distinct role names; `admin` among them however the issuer writes it. */
  roles: string[];
  /** The only apps this token may name; null when it is not limited to any. */
  apps: string[] | null;
  /** Scopes of a delegated token; null when it carries the full rights of the user. */
  scope: string[] | null;
}

const profileText = z.string().nullish().catch(null);

/**
 * A malformed profile claim counts as absent. A malformed claim that limits the token does not: taking it as
 * absent would widen what the token may do.
 */
const payloadSchema = z.looseObject({
  sub: z.string().min(1).max(128),
  email: profileText,
  email_verified: z.boolean().nullish().catch(null),
  name: profileText,
  picture: profileText,
  roles: z.array(z.string()).nullish().catch(null),
  role: profileText,
  apps: z.array(z.string()).nullish(),
  scope: z.string().nullish(),
});

/** The claims of a payload, null when it has no usable `sub` or a limit that cannot be read. */
export function readClaims(payload: object, adminClaim: string | null): TokenClaims | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { sub, email, email_verified, name, picture, roles, role, apps, scope, ...others } = parsed.data;
  const isAdmin =
    others["admin"] === true || (adminClaim !== null && marksAdmin(claimAt(payload, adminClaim)));
  const names = [...(roles ?? []), ...(role ? [role] : []), ...(isAdmin ? ["admin"] : [])];
  return {
    sub,
    email: email ?? null,
    emailVerified: email_verified === true && Boolean(email),
    name: name ?? null,
    picture: picture ?? null,
    roles: [...new Set(names)],
    apps: apps ?? null,
    scope: scope?.split(" ").filter((word) => word !== "") ?? null,
  };
}

/** Looks for the whole name first: issuers use URLs, dots and all, as claim names. */
function claimAt(payload: object, path: string): unknown {
  if (Object.hasOwn(payload, path)) return (payload as Record<string, unknown>)[path];
  let value: unknown = payload;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function marksAdmin(value: unknown): boolean {
  return value === true || value === "admin" || (Array.isArray(value) && value.includes("admin"));
}
