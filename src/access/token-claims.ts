import { isEmail } from "class-validator";
import { z } from "zod";
import { textFormats } from "../graphql/text-formats.ts";
import { claimAt } from "./claim-at.ts";
import { MalformedScope, readScopes, type ScopeRules } from "./token-scopes.ts";
import type { TokenSession } from "./token-session.ts";

/** The claims of a verified token about its holder. Fields that the token lacks are null. */
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
  /** Platform scopes that the token is limited to; null when it carries the full rights of the user. */
  scope: string[] | null;
  /** The only account that this token acts for; null when it is not bound to one. */
  account: string | null;
  /** The sign-in that the token comes from. Absent in claims that were not read from a token. */
  session?: TokenSession | null;
}

/** How the claims of an issuer are read. */
export interface ClaimRules extends ScopeRules {
  /** A claim that marks admins when it is true, "admin" or a list with "admin": a name or a dotted path. */
  adminClaim?: string | null;
  /** The claim that names the session: a name or a dotted path. Default: `sid`. */
  sessionClaim?: string;
}

const optionalText = z.string().nullish().catch(null);
/** Profile fields satisfy the constraints of `PATCH /auth/me`. Length is checked before format. */
const emailText = profileField((text) => text.length <= 254 && isEmail(text));
const nameText = profileField((text) => text !== "" && text.length <= 200);
const pictureText = profileField((text) => text.length <= 2048 && textFormats["https-url"].isValid(text));

function profileField(isValid: (text: string) => boolean) {
  return z.string().refine(isValid).nullish().catch(null);
}

/**
 * A profile claim that is not valid counts as absent, so that its holder can still sign in. A malformed claim that
 * limits the token does not: taking it as absent would widen what the token may do.
 */
const payloadSchema = z.looseObject({
  sub: z.string().min(1).max(128),
  email: emailText,
  email_verified: z.boolean().nullish().catch(null),
  name: nameText,
  picture: pictureText,
  roles: z.array(z.string()).nullish().catch(null),
  role: optionalText,
  apps: z.array(z.string()).nullish(),
  account_id: z.string().min(1).max(128).nullish(),
});

const textClaims = ["sub", "email", "name", "picture", "roles", "role", "apps", "account_id"];

/**
 * The claims of a payload. Null when it has no usable `sub`, a limit that cannot be read, or text that is not
 * well-formed: two subjects with different lone surrogates would become the same person in the database.
 */
export function readClaims(payload: object, rules: ClaimRules): TokenClaims | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success || !textClaims.every((name) => isWellFormed(valueOf(payload, name)))) return null;
  const { sub, email, email_verified, name, picture, roles, role, apps, account_id, ...others } = parsed.data;
  const scope = scopesOf(payload, rules);
  if (scope === undefined) return null;
  const adminClaim = rules.adminClaim ?? null;
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
    scope,
    account: account_id ?? null,
  };
}

/** Undefined when they cannot be read. */
function scopesOf(payload: object, rules: ScopeRules): string[] | null | undefined {
  try {
    return readScopes(payload, rules);
  } catch (thrown) {
    if (thrown instanceof MalformedScope) return undefined;
    throw thrown;
  }
}

function valueOf(payload: object, name: string): unknown {
  return Object.hasOwn(payload, name) ? (payload as Record<string, unknown>)[name] : undefined;
}

/**
 * Text without NUL, which PostgreSQL cannot store, and without lone surrogates. Other values are checked by
 * other functions.
 */
function isWellFormed(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== "string" || (value.isWellFormed() && !value.includes("\0"));
}

function marksAdmin(value: unknown): boolean {
  return value === true || value === "admin" || (Array.isArray(value) && value.includes("admin"));
}
