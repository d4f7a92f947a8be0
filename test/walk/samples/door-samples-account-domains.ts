import { demoOrganizations } from "../../../src/demo-identities.ts";
import { newId, newToken } from "../../../src/ids.ts";
import { publish } from "../../hub/account-domains/support.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const [{ id: organizationId }] = demoOrganizations as [(typeof demoOrganizations)[0]];
const asOwner = { account: organizationId, as: "eve" } as const;

/** A person whose address no other demo identity shares the domain of. */
const joinerId = "usr_joiner";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

const newName = (purpose: string) => `${newId("dom").replace("_", "-")}.${purpose}.example`;

/** A domain of Eve's organization, whose record is published. */
async function storeDomain(
  app: TestApp,
  { domain, isVerified, role = null }: { domain: string; isVerified: boolean; role?: string | null },
  ownerId = organizationId,
): Promise<{ domainId: string }> {
  const challenge = newToken(32);
  const [row] = await app.database.query<{ id: string }>(
    `INSERT INTO hub.account_domains
       (id, owner_id, domain, challenge, verified_at, check_at, auto_join_role, added_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END, CASE WHEN $5 THEN now() + interval '7 days' END, $6,
       'demo-eve', now(), now())
     ON CONFLICT (owner_id, domain) DO UPDATE SET challenge = EXCLUDED.challenge RETURNING id`,
    [newId("dom"), ownerId, domain, challenge, isVerified, role],
  );
  await publish(app, `_hub.${domain}`, [`hub-verification=${challenge}`]);
  return { domainId: row!.id };
}

/** An organization that the joiner can join by the address. */
async function joinable(app: TestApp): Promise<{ accountId: string }> {
  const [accountId, domain] = [newId("org"), newName("joined")];
  await app.database.query(
    `INSERT INTO hub.users (id, email, email_verified, created_at, last_seen_at) VALUES ($1, $2, true, now(), now())
     ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, email_verified = true`,
    [joinerId, `joiner@${domain}`],
  );
  await app.database.query(
    `INSERT INTO hub.accounts (id, kind, name, created_at, updated_at)
     VALUES ($1, 'organization', 'Sample', now(), now())`,
    [accountId],
  );
  await storeDomain(app, { domain, isVerified: true, role: "member" }, accountId);
  return { accountId };
}

export const accountDomainSamples: Record<string, Sample> = {
  AccountDomains: { ...asOwner, input: fixed({}) },
  AddDomain: {
    ...asOwner,
    input: async (app) => {
      // An organization has no more than some.
      await app.database.query("DELETE FROM hub.account_domains WHERE domain LIKE '%.added.example'");
      return { domain: newName("added") };
    },
    bad: { input: { domain: "x".repeat(254) }, paths: ["domain"] },
  },
  VerifyDomain: {
    ...asOwner,
    input: (app) => storeDomain(app, { domain: "verified.sample.example", isVerified: false }),
    foreign: "NOT_FOUND",
  },
  UpdateDomain: {
    ...asOwner,
    input: async (app) => ({
      ...(await storeDomain(app, { domain: "updated.sample.example", isVerified: true })),
      autoJoin: true,
      role: "read_only",
    }),
    bad: { input: { domainId: "dom_x", autoJoin: true, role: "admin" }, paths: ["role"] },
    foreign: "NOT_FOUND",
  },
  RemoveDomain: {
    ...asOwner,
    input: (app) => storeDomain(app, { domain: newName("removed"), isVerified: true }),
    foreign: "NOT_FOUND",
  },
  AccountSuggestions: { input: fixed({}) },
  // The organization's audit log has an entry too.
  JoinAccount: { as: joinerId, input: joinable, foreign: "ACCOUNT_NOT_FOUND", audits: 2 },
};
