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
};
