import type { Identity } from "../../router/explorer/session.types.ts";
import type { InvoicerTier, PlanKey } from "../../src/access/principal.ts";
import { keyScopes } from "../../src/access/scopes.ts";
import type { Config } from "../../src/config/config.ts";
import { readDemoAccess, type DemoAccess } from "./demo.ts";

/** Tokens are valid for one day; they are renewed well before that. */
const keepMs = 6 * 60 * 60 * 1000;

/** Makes the question for the identities of the running demo database, whose answer is kept for some hours. */
export function createDemoIdentities(config: Config): () => Promise<readonly Identity[]> {
  let known: { identities: readonly Identity[]; until: number } | null = null;
  return async () => {
    const now = performance.now();
    if (!known || known.until <= now) {
      known = { identities: toIdentities(await readDemoAccess(config)), until: now + keepMs };
    }
    return known.identities;
  };
}

function toIdentities({ identities, apiKeys, serviceAccounts }: DemoAccess): Identity[] {
  const common = { isDemo: true, isKnown: true };
  const people = identities.map((person): Identity => {
    const plan = person.plan as PlanKey;
    const invoicerTier = person.invoicerTier as InvoicerTier;
    const isAdmin = person.roles.includes("admin");
    const words = [plan, ...(isAdmin ? ["admin"] : []), ...(invoicerTier === "free" ? [] : [invoicerTier])];
    return {
      ...common,
      id: person.name,
      name: `${person.name[0]!.toUpperCase()}${person.name.slice(1)}, ${words.join(", ")}`,
      kind: "user",
      plan,
      invoicerTier,
      isAdmin,
      scopes: "all",
      appIds: "all",
      credential: person.token,
    };
  });
  const keys = apiKeys.map((key): Identity => {
    const owner = people.find(({ id }) => id === key.ownerName)!;
    const words = key.scopes.length === keyScopes.length ? "every scope" : key.scopes.join(" ");
    return {
      ...common,
      id: `key-${key.name}`,
      name: key.name === "revoked" ? "API key, revoked" : `API key · ${words}`,
      kind: "apiKey",
      plan: owner.plan,
      invoicerTier: owner.invoicerTier,
      isAdmin: false,
      scopes: key.scopes,
      appIds: key.appIds,
      credential: key.key,
      // A revoked key has no permissions, which no rule expresses.
      isKnown: key.name !== "revoked",
    };
  });
  const services = serviceAccounts.map((account): Identity => ({
    ...common,
    id: `service-${account.name}`,
    name: `Service account · ${account.name}`,
    kind: "serviceAccount",
    plan: "free",
    invoicerTier: "free",
    isAdmin: false,
    scopes: account.scopes,
    appIds: "all",
    credential: account.key,
  }));
  return [...people, ...keys, ...services];
}
