import { connected, decide, initiate } from "../../hub/oauth/oauth-world.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

/** Parameters of a provider's redirect. */
async function anAnswer(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  // Any user may return, and only Eve may start.
  const begun = await initiate(
    app,
    { headers: { ...headers, ...(await app.as("eve")) } },
    { provider: "slack" },
  );
  const { searchParams } = new URL(await decide(begun.body.authUrl), app.url);
  const [code, state, iss] = ["code", "state", "iss"].map((name) => searchParams.get(name));
  return { provider: "slack", code, state, iss };
}

async function aConnection(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  await connected(app, { headers }, { provider: "crm" });
  return { provider: "crm", appId: "finance" };
}

/** A storage with the stand-in's invented file. */
async function aStorage(app: TestApp, headers: Headers): Promise<{ connectionId: string }> {
  const scopes = ["openid", "email", "https://www.googleapis.com/auth/drive.readonly"];
  const { body } = await app.get("/integrations/oauth/connections?appId=invoicer", headers);
  const known = (body.connections as { connectionId: string; provider: string }[]).find(
    ({ provider }) => provider === "google",
  );
  if (known) return { connectionId: known.connectionId };
  const choice = { provider: "google", appId: "invoicer", scopes };
  return { connectionId: await connected(app, { headers }, choice) };
}

export const oauthSamples: Record<string, Sample> = {
  StartOauthConnection: {
    input: fixed({ provider: "google", appId: "finance", scopes: ["openid"] }),
    bad: {
      input: { provider: "", appId: "", scopes: Array(51).fill("openid") },
      paths: ["provider", "appId", "scopes"],
    },
    as: "eve",
  },
  CompleteOauthConnection: {
    input: anAnswer,
    bad: { input: { provider: "slack", state: "", code: "x" }, paths: ["state"] },
    as: "eve",
  },
  OauthConnectionStatus: { input: fixed({ provider: "storage", appId: "finance" }), as: "eve" },
  OauthConnections: {
    input: fixed({ appId: "hvut", limit: 2 }),
    bad: { input: { limit: 101, cursor: "" }, paths: ["limit", "cursor"] },
    as: "eve",
  },
  RevokeOauthConnection: {
    input: aConnection,
    bad: { input: { provider: "crm", appId: "" }, paths: ["appId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ListConnectedFiles: {
    input: async (app, headers) => ({ ...(await aStorage(app, headers)), query: "notes" }),
    bad: {
      input: { connectionId: "ocn_x", query: "x".repeat(201), limit: 101, cursor: " " },
      paths: ["query", "limit", "cursor"],
    },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ImportConnectedFile: {
    input: async (app, headers) => ({ ...(await aStorage(app, headers)), remoteFileId: "sandbox-notes" }),
    bad: { input: { connectionId: "ocn_x", remoteFileId: "../x" }, paths: ["remoteFileId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
};
