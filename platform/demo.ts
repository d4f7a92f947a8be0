import { z } from "zod";
import type { Config } from "../src/config/config.ts";
import { keyScopes } from "../src/access/scopes.ts";
import { demoIdentities, demoKeys, demoServiceAccounts } from "../src/demo-identities.ts";

/** What a script needs to act as anyone in a running demo platform. */
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
  processorWebhookSecret: string;
  testClock: true;
}

const tokenReply = z.object({ accessToken: z.string() });
const daySeconds = 24 * 60 * 60;
const appIds = ["central", "invoicer", "event-manager", "payroll", "ai-caller", "hvut", "finance"];

/** Asks the running sandbox for a token valid for a day for each demo identity. Throws when it does not answer. */
export async function readDemoAccess(config: Config): Promise<DemoAccess> {
  const identities = await Promise.all(
    demoIdentities.map(async ({ credits: _, ...identity }) => ({
      ...identity,
      token: await fetchToken(config.OIDC_ISSUER, identity),
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
    processorWebhookSecret: config.PROCESSOR_WEBHOOK_SECRET[0],
    testClock: true,
  };
}

async function fetchToken(
  issuer: string,
  { userId, email, roles, name }: { userId: string; email: string; roles: readonly string[]; name: string },
): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: userId, email, roles, name, expiresInSeconds: daySeconds }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`the sandbox's issuer answered ${response.status}`);
  return tokenReply.parse(await response.json()).accessToken;
}

/** The access in the form that a reader asked for: JSON, shell variables, or a table for people. */
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
  const people = access.identities.map(
    ({ name, plan, roles, invoicerTier, token }) =>
      `  ${name.padEnd(8)}${[plan, ...roles, invoicerTier === "free" ? "" : `invoicer ${invoicerTier}`].filter(Boolean).join(", ").padEnd(28)}Bearer ${token}`,
  );
  const keys = access.apiKeys.map(({ name, key, scopes }) => {
    const shown = scopes.length === keyScopes.length ? "every scope" : scopes.join(" ");
    return `  ${name.padEnd(8)}${shown.padEnd(28)} x-api-key ${key}`;
  });
  return [...people, ...keys].join("\n");
}
