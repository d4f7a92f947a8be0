import { createHash } from "node:crypto";
import { deriveKey } from "./access/key-format.ts";
import { keyScopes } from "./access/scopes.ts";
import type { AccountRole } from "./access/roles.ts";
import type { InvoicerTier, PlanKey } from "./access/principal.ts";

/** A person of the demo database. */
export interface DemoIdentity {
  name: string;
  userId: string;
  email: string;
  roles: readonly string[];
  plan: PlanKey;
  invoicerTier: InvoicerTier;
  /** Credits held in the app central. */
  credits: number;
}

/** A key of the demo database; the same at every start. */
export interface DemoKey {
  name: string;
  ownerName: string;
  key: string;
  scopes: readonly string[];
  isRevoked: boolean;
}

function person(
  name: string,
  plan: PlanKey,
  credits: number,
  more: Partial<Pick<DemoIdentity, "roles" | "invoicerTier">> = {},
): DemoIdentity {
  const contact = { userId: `demo-${name}`, email: `${name}@demo.example` };
  return { name, ...contact, plan, credits, roles: [], invoicerTier: "free", ...more };
}

export const demoIdentities: readonly DemoIdentity[] = [
  person("fay", "free", 100),
  person("sam", "starter", 500),
  person("pia", "professional", 4_210),
  person("bo", "business", 10_000),
  person("eve", "enterprise", 50_000),
  person("ira", "free", 250, { invoicerTier: "integration" }),
  person("ada", "enterprise", 1_000, { roles: ["admin"] }),
];

/** An organization of the demo database. */
export interface DemoOrganization {
  id: string;
  name: string;
  plan: PlanKey;
  credits: number;
  /** Members by their names, the owner first. */
  members: readonly { name: string; role: AccountRole }[];
}

export const demoOrganizations: readonly DemoOrganization[] = [
  {
    id: demoId("org", "workshop"),
    name: "Evergreen Workshop",
    plan: "business",
    credits: 20_000,
    members: [
      { name: "eve", role: "owner" },
      { name: "bo", role: "admin" },
      { name: "pia", role: "member" },
    ],
  },
];

export const demoKeys: readonly DemoKey[] = [
  { name: "full", scopes: keyScopes, isRevoked: false },
  { name: "reader", scopes: ["read:invoices", "read:properties"], isRevoked: false },
  { name: "revoked", scopes: keyScopes, isRevoked: true },
].map((key) => ({ ...key, ownerName: "eve", key: deriveKey("hub_live", `demo ${key.name}`) }));

export const demoServiceAccounts = [
  {
    name: "backend",
    key: deriveKey("hubsa_live", "demo backend"),
    scopes: ["impersonate:users", "read:credits", "write:credits", "consume:credits"],
  },
];

/** A request of the demo's request log. */
export const demoRequestId = "req_demo00000001";

/** A job of the demo that has failed. */
export const demoDeadLetterId = "0d3f0000-0000-4000-8000-000000000001";

/** A connected account of the demo, and its token, which the sandbox's stand-ins of connected services know. */
export const demoConnectionId = "ocn_demo_google";
/** The same account, connected for bookings. */
export const demoCalendarConnectionId = "ocn_demo_calendar";
export const demoAccessToken = "sandbox-demo-access-token";
export const demoScopes: readonly string[] = [
  "openid",
  "email",
  ...["calendar", "contacts.readonly", "drive.readonly", "gmail.send"].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  ),
];

/** A company at an accounting program of the sandbox that the demo has connected, and the scopes of that connection. */
export const demoBooksConnectionId = "ocn_demo_quickbooks";
export const demoBooksScopes: readonly string[] = ["openid", "email", "com.intuit.quickbooks.accounting"];

/** The state of a sign-in that a person of the demo has begun at a provider. */
export const demoOauthState = "demo-state-of-a-sign-in-that-was-begun";

/** A domain that the demo organization has not verified yet, with the TXT record that the sandbox's name server publishes. */
export const demoDomain = {
  name: "evergreen-print.example",
  challenge: "demo-evergreen-print",
  record: { name: "_hub.evergreen-print.example", text: "hub-verification=demo-evergreen-print" },
};

/** A finished login at a bank of the sandbox. */
export interface DemoBankLogin {
  /** A public token that only the sandbox accepts, as often as it is exchanged. */
  publicToken: string;
  /** Who logs in: the same login shows the same accounts. */
  login: string;
  institutionId: string;
  institutionName: string;
}

const demoBankLogin = (login: string, number: number, institutionName: string): DemoBankLogin => ({
  publicToken: `public-sandbox-demo-${login}`,
  login: `demo_${login}`,
  institutionId: `ins_${number}`,
  institutionName,
});

/** Logins that are finished without a page: two that the demo connects, and one for the example of a new connection. */
export const demoBankLogins = {
  checking: demoBankLogin("checking", 109510, "Tattersall Federal Credit Union"),
  second: demoBankLogin("second", 109509, "First Gingham Credit Union"),
  new: demoBankLogin("new", 109512, "Houndstooth Bank"),
};

/** An id that is the same at every start. */
export function demoId(prefix: string, seed: string): string {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  const digest = createHash("sha256").update(`demo ${prefix} ${seed}`).digest();
  return `${prefix}_0${[...digest.subarray(0, 25)].map((byte) => alphabet[byte % 32]).join("")}`;
}
