import type { KeyLimits, Principal } from "../../../src/access/principal.ts";
import { holdsScope, mayUseApp } from "../../../src/access/principal.ts";
import { DomainError, type FieldFault } from "../../../src/errors.ts";
import { plainNetwork } from "../../../src/http/ip-address.ts";
import { isWithin, type OwnLimits } from "./key-limits.ts";

/*
 * Checks of a key's input that involve more than one field. Each returns its faults, so that all are reported at once.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A key may do no more than who makes it: a delegated token, or one for some apps, makes keys no wider than itself. */
export function checkScopes(scopes: readonly string[], maker: Principal): FieldFault[] {
  return scopes.flatMap((scope, index) =>
    holdsScope(maker, scope)
      ? []
      : [fault(`scopes.${index}`, "must be a scope that you have yourself", "held")],
  );
}

/** Throws FORBIDDEN for a key that may do more than the credential that replaces or changes it. */
export function requireScopesOf({ scopes }: { scopes: readonly string[] }, changer: Principal): void {
  const missing = scopes.find((scope) => !holdsScope(changer, scope));
  if (missing === undefined) return;
  throw new DomainError(
    "FORBIDDEN",
    `This key has the scope ${missing}, which your credential does not have.`,
    {
      reason: "scope_missing",
      requiredScope: missing,
    },
  );
}

/** The scopes of an existing key may only become fewer. */
export function checkShrinking(scopes: readonly string[], present: readonly string[]): FieldFault[] {
  return scopes.flatMap((scope, index) =>
    present.includes(scope) ? [] : [fault(`scopes.${index}`, "must be a scope that the key has", "shrink")],
  );
}

/** `apps` are those of the list, with null for an unknown name. */
export function checkApps(
  appIds: readonly string[],
  apps: readonly (object | null)[],
  maker: Principal,
): FieldFault[] {
  return appIds.flatMap((appId, index) =>
    apps[index] && mayUseApp(maker, appId)
      ? []
      : [fault(`appIds.${index}`, "must be an app that you have access to", "known")],
  );
}

/** The networks in canonical form without duplicates, and the faults found. */
export function readNetworks(texts: readonly string[]): { networks: string[]; faults: FieldFault[] } {
  const networks = new Set<string>();
  const faults: FieldFault[] = [];
  texts.forEach((text, index) => {
    const network = plainNetwork(text.trim());
    if (network === null)
      faults.push(fault(`allowedIps.${index}`, "must be an IPv4 or IPv6 network (CIDR)", "cidr"));
    else networks.add(network);
  });
  return { networks: [...networks], faults };
}

/**
 * The URLs in normal form without duplicates, and the faults found. Only a key with the scope may have any. `checkUrl`
 * throws for a URL that the platform must not call.
 */
export function readWebhookUrls(
  texts: readonly string[],
  scopes: readonly string[],
  checkUrl: (url: string, path: string) => string,
): { urls: string[]; faults: FieldFault[] } {
  const urls = new Set<string>();
  const faults: FieldFault[] = [];
  if (texts.length > 0 && !scopes.includes("webhooks")) {
    faults.push(fault("webhookUrls", "can only be set with the scope webhooks", "scope"));
  }
  texts.forEach((text, index) => {
    const path = `webhookUrls.${index}`;
    try {
      urls.add(checkUrl(text, path));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push(fault(path, error.message.replace(`${path}: `, ""), "publicUrl"));
    }
  });
  return { urls: [...urls], faults };
}

export function checkLimits(own: OwnLimits, tier: KeyLimits): FieldFault[] {
  return (Object.keys(tier) as (keyof KeyLimits)[]).flatMap((name) => {
    const limit = own[name] ?? null;
    if (limit === null || isWithin(limit, tier[name])) return [];
    return [fault(`rateLimits.${name}`, `must be at most the plan's limit of ${tier[name]}`, "maximum")];
  });
}

/** When the key dies; null is never. */
export function readExpiry(
  { expiresInDays, expiresAt }: { expiresInDays?: number | null; expiresAt?: Date | null },
  now: Date,
): { expiresAt: Date | null; faults: FieldFault[] } {
  if (expiresInDays && expiresAt) {
    return {
      expiresAt: null,
      faults: [fault("expiresAt", "must not be combined with expiresInDays", "single")],
    };
  }
  if (expiresInDays) return { expiresAt: new Date(now.getTime() + expiresInDays * dayMs), faults: [] };
  if (!expiresAt) return { expiresAt: null, faults: [] };
  const isLate = expiresAt.getTime() > now.getTime() + hourMs;
  return {
    expiresAt,
    faults: isLate ? [] : [fault("expiresAt", "must be more than an hour ahead", "minimum")],
  };
}

function fault(path: string, message: string, rule: string): FieldFault {
  return { path, message, rule };
}
