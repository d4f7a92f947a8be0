import { signWebhook } from "../../../src/crypto/webhook-signature.ts";
import { sha256 } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import {
  demoBankLogins,
  demoDeadLetterId,
  demoAccessToken,
  demoBooksConnectionId,
  demoBooksScopes,
  demoCalendarConnectionId,
  demoConnectionId,
  demoOauthState,
  demoScopes,
  type DemoBankLogin,
} from "../../../src/demo-identities.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { realmOf } from "../../../sandbox/oauth/book-store.ts";
import { tokenPlace } from "../../../subgraphs/hub/oauth/connection-tokens.ts";
import { sealFlowSecrets } from "../../../subgraphs/hub/oauth/flow-secrets.ts";
import { refreshForm } from "../../../subgraphs/hub/tax/forms/refresh-form.service.ts";
import { later, step, type ContentStep, type DemoContent } from "./content-step.ts";
import { insertNamedRow } from "./named-rows.ts";

/** The services that the demo's data comes from. */
export interface OutsideServices {
  sandboxUrl: string;
  /** The secret that the payment processor signs its events with. */
  processorSecret: string;
}

const exchange = (
  name: string,
  { publicToken, institutionId, institutionName }: DemoBankLogin,
): ContentStep =>
  step(
    name,
    "exchangeBankToken",
    {
      appId: "finance",
      publicToken,
      metadata: { institutionId, institutionName, accounts: [{ name: "Checking" }, { name: "Saving" }] },
    },
    0,
  );

/** Two banks, connected by finished logins of the sandbox. */
export function bankContent(ownerId: string): DemoContent {
  return {
    subgraph: "hub",
    appId: "finance",
    ownerId,
    plan: "professional",
    lastRow: { table: "bank_connections", id: "conn_demo_2" },
    steps: [exchange("1", demoBankLogins.checking), exchange("2", demoBankLogins.second)],
  };
}

/** Two 1099 forms that the tax service has accepted. */
export function taxContent(ownerId: string, { sandboxUrl }: OutsideServices): DemoContent {
  const forms = [
    { name: "2", tin: "219-38-4421", firstName: "Noor", lastName: "Hale" },
    { name: "3", tin: "219-38-4431", firstName: "Ines", lastName: "Park" },
  ];
  const address = {
    line1: "12 Market Street",
    city: "Springfield",
    state: "IL",
    postalCode: "62701",
    country: "US",
  };
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "tax_forms", id: "f1099_demo_3" },
    steps: forms.map(({ name, ...person }) =>
      step(
        name,
        "fileTaxForm",
        {
          businessId: "biz_demo_1",
          taxYear: 2025,
          recipient: { tinType: "SSN", ...person, address },
          nonEmployeeCompensation: 2_400,
        },
        0,
      ),
    ),
    decide: async (ctx) => {
      for (const { name } of forms) {
        const id = `f1099_demo_${name}`;
        await acceptForm(sandboxUrl, `${id}.1`);
        await refreshForm(ctx as HubContext, { id, ownerId });
      }
    },
  };
}

/** The sandbox's tax service decides at once. */
async function acceptForm(sandboxUrl: string, reference: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/taxfiling/records/process`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reference, outcome: "accept" }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok)
    throw new Error(`Demo data: the sandbox returned status ${response.status} for ${reference}`);
}

/** Two holds that an application backend has placed. */
export function holdContent(ownerId: string, now: Date): DemoContent {
  const hold = (name: string, amount: number, description: string) =>
    step(name, "placeCreditHold", { appId: "central", amount, description }, 0);
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "credit_holds", id: "hold_demo_2" },
    steps: [hold("1", 4, "Report of the quarter"), hold("2", 2.5, "Ten pictures")],
    decide: (ctx) => lengthen(ctx as HubContext, "credit_holds", ["hold_demo_1", "hold_demo_2"], now),
  };
}

/** What arrives or waits for a person: an event of the processor, a secret, a sign-in at a provider, a job that failed. */
export function arrivalContent(
  ownerId: string,
  now: Date,
  { processorSecret }: OutsideServices,
): DemoContent {
  const body = JSON.stringify({
    id: "evt_demo_1",
    object: "event",
    type: "customer.created",
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    data: { object: { id: "cus_demo_pia", object: "customer", email: "pia@demo.example" } },
  });
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "oauth_flows", id: "ofl_demo_1" },
    steps: [
      step("1", "receiveProcessorEvent", { body, signature: signWebhook(body, processorSecret, now) }, 0),
      step(
        "1",
        "keepOneTimeSecret",
        {
          ownerId,
          personId: ownerId,
          scope: "keys",
          label: "API key",
          secret: "demo-secret-that-is-shown-once",
        },
        0,
      ),
    ],
    decide: async (ctx) => {
      await lengthen(ctx as HubContext, "one_time_secrets", ["ots_demo_1"], now);
      await seedDeadLetter(ctx as HubContext, now);
      await seedSignIn(ctx as HubContext, ownerId, now);
      await seedConnections(ctx as HubContext, ownerId, now);
    },
  };
}

/** What ends within hours otherwise ends with the demo. */
async function lengthen(
  ctx: HubContext,
  table: "credit_holds" | "one_time_secrets",
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const sql = `UPDATE ${table} SET expires_at = $2 WHERE id = ANY($1)`;
  await asSystem(ctx.em, (em) => executeSql(em, sql, [ids, later(now)]));
}

/** A job whose attempts have all failed while the database was away, kept for longer than others. */
async function seedDeadLetter(ctx: HubContext, now: Date): Promise<void> {
  const sql = `INSERT INTO jobs.job (id, name, data, state, retry_limit, retry_count, created_on, completed_on, output,
      deletion_seconds)
    VALUES ($1, 'purge-bot-tokens', '{}', 'failed', 5, 5, $2, $2, '{"name": "Error", "code": "ECONNRESET"}', 25920000)
    ON CONFLICT DO NOTHING`;
  await asSystem(ctx.em, (em) => executeSql(em, sql, [demoDeadLetterId, now]));
}

/** A sign-in at a provider that its person has begun. */
async function seedSignIn(ctx: HubContext, ownerId: string, now: Date): Promise<void> {
  const id = "ofl_demo_1";
  const secrets = { codeVerifier: "demo-code-verifier-of-a-sign-in-that-was-begun-1", nonce: "demo-nonce" };
  const row = {
    id,
    owner_id: ownerId,
    app_id: "finance",
    provider: "google",
    state_hash: sha256(demoOauthState).toString("hex"),
    redirect_uri: `${ctx.publicUrl}/integrations/oauth/google/callback`,
    return_url: "https://finance.demo.example/",
    scopes: ["openid"],
    secrets_sealed: sealFlowSecrets(ctx.ports.keyRing, id, secrets),
    created_at: now.toISOString(),
    expires_at: later(now),
  };
  await asSystem(ctx.em, (em) => insertNamedRow(em, "oauth_flows", row));
}

/** Connected accounts, whose token the stand-ins of connected services know. */
async function seedConnections(ctx: HubContext, ownerId: string, now: Date): Promise<void> {
  const connections = [
    { id: demoConnectionId, appId: "central", provider: "google", scopes: demoScopes, company_id: null },
    {
      id: demoCalendarConnectionId,
      appId: "event-manager",
      provider: "google",
      scopes: demoScopes,
      company_id: null,
    },
    {
      id: demoBooksConnectionId,
      appId: "central",
      provider: "quickbooks",
      scopes: demoBooksScopes,
      company_id: realmOf("pia"),
    },
  ];
  for (const { id, appId, scopes, provider, company_id } of connections) {
    const row = {
      id,
      owner_id: ownerId,
      app_id: appId,
      provider,
      status: "connected",
      requested_scopes: scopes,
      scopes,
      account_label: `pia@${provider}.example`,
      company_id,
      access_token_sealed: ctx.ports.keyRing.seal(demoAccessToken, tokenPlace(id, "access_token")),
      token_version: 1,
      refresh_failures: 0,
      invalid_grants: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    await asSystem(ctx.em, (em) => insertNamedRow(em, "oauth_connections", row));
  }
}
