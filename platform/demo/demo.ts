import { z } from "zod";
import type { Config } from "../../src/config/config.ts";
import { keyScopes } from "../../src/access/scopes.ts";
import {
  demoIdentities,
  demoKeys,
  demoOrganizations,
  demoServiceAccounts,
  type DemoIdentity,
} from "../../src/demo-identities.ts";

/** Access data for scripts that act as any demo identity in a running demo platform. */
export interface DemoAccess {
  baseUrl: string;
  graphqlUrl: string;
  mcpUrl: string;
  sandboxUrl: string;
  issuer: string;
  identities: {
    name: string;
    userId: string;
    email: string;
    roles: readonly string[];
    plan: string;
    invoicerTier: string;
    token: string;
  }[];
  apiKeys: {
    name: string;
    ownerName: string;
    key: string;
    scopes: readonly string[];
    appIds: readonly string[];
  }[];
  serviceAccounts: { name: string; key: string; scopes: readonly string[] }[];
  accounts: { id: string; name: string; members: readonly { name: string; role: string }[] }[];
  processorWebhookSecret: string;
  testClock: true;
}

const tokenReply = z.object({ accessToken: z.string() });
const daySeconds = 24 * 60 * 60;
const appIds = ["central", "invoicer", "event-manager", "payroll", "ai-caller", "hvut", "finance"];

/**
 * Gets a token from the running sandbox for each demo identity, valid for one day. Throws when the sandbox does
 * not respond.
 */
export async function readDemoAccess(config: Config): Promise<DemoAccess> {
  const identities = await Promise.all(
    demoIdentities.map(async ({ credits: _, ...identity }) => ({
      ...identity,
      token: await readDemoToken(config, identity),
    })),
  );
  const sandboxUrl = `http://127.0.0.1:${config.SANDBOX_PORT}`;
  return {
    baseUrl: config.PUBLIC_URL,
    graphqlUrl: `${config.PUBLIC_URL}/graphql`,
    mcpUrl: `${config.PUBLIC_URL}/mcp`,
    sandboxUrl,
    issuer: config.OIDC_ISSUER,
    identities,
    apiKeys: demoKeys.map(({ name, ownerName, key, scopes }) => ({ name, ownerName, key, scopes, appIds })),
    serviceAccounts: demoServiceAccounts,
    accounts: demoOrganizations.map(({ id, name, members }) => ({ id, name, members })),
    processorWebhookSecret: config.PROCESSOR_WEBHOOK_SECRET[0],
    testClock: true,
  };
}

/** Requests a token of one identity, valid for a day, from the running sandbox. Throws when it does not answer. */
export async function readDemoToken(
  config: Config,
  { userId, email, roles, name }: Pick<DemoIdentity, "userId" | "email" | "roles" | "name">,
): Promise<string> {
  const response = await fetch(`${config.OIDC_ISSUER}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: userId, email, roles, name, expiresInSeconds: daySeconds }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`the sandbox's issuer returned status ${response.status}`);
  return tokenReply.parse(await response.json()).accessToken;
}

/** The access as JSON, as shell variables, or as tables for people, which leave out the long tokens. */
export function formatDemoAccess(access: DemoAccess, format: "json" | "env" | "table"): string {
  if (format === "json") return JSON.stringify(access, null, 2);
  if (format === "env") {
    return [
      `BASE_URL=${access.baseUrl}`,
      `SANDBOX_URL=${access.sandboxUrl}`,
      ...access.identities.map(({ name, token }) => `TOKEN_${name.toUpperCase()}=${token}`),
      ...access.apiKeys.map(({ name, key }) => `KEY_${name.toUpperCase()}=${key}`),
      ...access.serviceAccounts.map(({ name, key }) => `SERVICE_${name.toUpperCase()}=${key}`),
    ].join("\n");
  }
  const keys = access.apiKeys.map(({ name, ownerName, key, scopes }) => {
    const shown = scopes.length === keyScopes.length ? "every scope" : scopes.join(" ");
    return [name, `${ownerName}: ${shown}`, key] as const;
  });
  return [
    "Addresses",
    ...columns([
      ["GraphQL", access.graphqlUrl],
      ["Agent", access.mcpUrl],
      ["Sandbox", access.sandboxUrl],
    ]),
    "",
    "Identities (token: npm run -s demo -- token pia)",
    ...identityLines(),
    "",
    "Organizations (header x-account-id)",
    ...columns(
      access.accounts.map(({ id, members }) => [
        id,
        members.map(({ name, role }) => `${name} (${role})`).join(", "),
      ]),
    ),
    "",
    "API keys (header x-api-key)",
    ...columns(keys),
    "",
    "All tokens and service accounts: npm run -s demo -- --format json",
  ].join("\n");
}

/** The demo identities by their short names, one line each, with their permissions. */
export function identityLines(): string[] {
  return columns(
    demoIdentities.map(({ name, plan, roles, invoicerTier }) => [
      name,
      [plan, ...roles, ...(invoicerTier === "free" ? [] : [`invoicer ${invoicerTier}`])].join(", "),
    ]),
  );
}

/** Rows as indented, aligned columns. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (index: number) => Math.max(...rows.map((row) => row[index]!.length)) + 2;
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widthOf(index))).join("")}`.trimEnd());
}
