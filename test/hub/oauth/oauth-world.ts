import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { walk } from "./browser-walk.ts";

export type Headers = Record<string, string>;
const json = { accept: "application/json" };

/** A new user with a token. */
export async function createPerson(app: TestApp) {
  const id = newId("usr");
  const token = await app.tokenFor({ sub: id, expiresInSeconds: 90 * 86_400 });
  const headers = { authorization: `Bearer ${token}` };
  await app.get("/auth/me", headers);
  return { id, headers };
}
export type Person = Awaited<ReturnType<typeof createPerson>>;

export interface Choice {
  provider?: string;
  appId?: string;
  scopes?: string[];
  returnUrl?: string;
  /** The user's decision at the provider. */
  decision?: "approve" | "deny";
  login?: string;
  granted?: string[];
  /** Headers of the call that begins. */
  headers?: Headers;
}

export function initiate(app: TestApp, person: { headers: Headers }, choice: Choice = {}): Promise<Answer> {
  const { provider = "google", appId = "finance", scopes, returnUrl, headers = {} } = choice;
  const body = { appId, ...(scopes ? { scopes } : {}), ...(returnUrl ? { returnUrl } : {}) };
  return app.post(`/integrations/oauth/${provider}/initiate`, body, { ...person.headers, ...headers });
}

/** The provider's redirect: path and query of our callback. */
export async function decide(authUrl: string, choice: Choice = {}): Promise<string> {
  const { decision = "approve", login = "pia", granted } = choice;
  const url = new URL(authUrl);
  url.searchParams.set("sandbox", decision);
  url.searchParams.set("sandbox_login", login);
  if (granted) url.searchParams.set("sandbox_scopes", granted.join(" "));
  const { url: back } = await walk(url.href, { stopAt: new URL(url.searchParams.get("redirect_uri")!).href });
  return `${back.pathname}${back.search}`;
}

/** The user's request to our callback, with the provider's parameters. */
export function comeBack(app: TestApp, callback: string, headers: Headers = {}): Promise<Answer> {
  return app.get(callback, { ...json, ...headers });
}

/** Begins, decides and comes back. Throws unless it begins. */
export async function connect(
  app: TestApp,
  person: { headers: Headers },
  choice: Choice = {},
): Promise<Answer> {
  const begun = await initiate(app, person, choice);
  if (begun.status !== 200) throw new Error(begun.text);
  return comeBack(app, await decide(begun.body.authUrl, choice));
}

/** A connection that works, by its id. */
export async function connected(
  app: TestApp,
  person: { headers: Headers },
  choice: Choice = {},
): Promise<string> {
  const answer = await connect(app, person, choice);
  if (answer.body.status !== "connected") throw new Error(answer.text);
  return answer.body.connectionId as string;
}

export function status(
  app: TestApp,
  person: { headers: Headers },
  provider = "google",
  query = "?appId=finance",
): Promise<Answer> {
  return app.get(`/integrations/oauth/${provider}/status${query}`, person.headers);
}

/** Requests that the authorization servers got at paths that end so, and whose body fits. */
export async function requestCount(
  sandboxUrl: string,
  path: string,
  body: Record<string, string> = {},
): Promise<number> {
  const journal = await sendJson("GET", `${sandboxUrl}/control/oauth/journal`);
  const requests = journal.body.requests as { path: string; body: Record<string, unknown> | null }[];
  return requests.filter(
    (request) =>
      request.path.split("?")[0]!.endsWith(path) &&
      Object.entries(body).every(([name, value]) => request.body?.[name] === value),
  ).length;
}

/** Number of refresh requests at the provider. */
export function refreshes(app: { sandboxUrl: string }): Promise<number> {
  return requestCount(app.sandboxUrl, "/token", { grant_type: "refresh_token" });
}

export async function fault(app: { sandboxUrl: string }, faults: object | null): Promise<void> {
  const url = `${app.sandboxUrl}/control/oauth`;
  await (faults === null ? sendJson("DELETE", url) : sendJson("POST", url, faults));
}

/** Loses or delays the next token response, after the provider's work is done. */
export async function loseReply(app: { sandboxUrl: string }, faults: object = { lose: true }): Promise<void> {
  await sendJson("POST", `${app.sandboxUrl}/oauth/switches/replies`, { path: "/token", ...faults });
}

export async function rotationGrace(app: { sandboxUrl: string }, graceSeconds: number): Promise<void> {
  await sendJson("POST", `${app.sandboxUrl}/oauth/switches/rotation`, { graceSeconds });
}

/** Refresh tokens that are good at the provider, by account. */
export async function liveTokens(
  app: { sandboxUrl: string },
  login: string,
  name = "google",
): Promise<number[]> {
  const { body } = await sendJson("GET", `${app.sandboxUrl}/oauth/switches/grants/${name}`);
  return (body.grants as { account: string; liveRefreshTokens: number }[])
    .filter(({ account }) => account === login)
    .map(({ liveRefreshTokens }) => liveRefreshTokens);
}

/** Lets a connection's token end: in two minutes, or a minute ago. */
export async function age(app: TestApp, connectionId: string, how: "soon" | "over"): Promise<void> {
  await app.database.query(
    `UPDATE hub.oauth_connections SET renew_at = now() - interval '3 minutes', access_expires_at = now() + $2::interval,
       refresh_retry_at = NULL WHERE id = $1`,
    [connectionId, how === "soon" ? "2 minutes" : "-1 minute"],
  );
}

/** A context of the hub for an account. */
export function actingFor(app: TestApp, ownerId: string): HubContext {
  return app.running.platform.contextIn("hub", ownerId) as HubContext;
}

export interface StoredConnection {
  status: string;
  error_code: string | null;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  token_version: number;
  refresh_lease: string | null;
  refresh_failures: number;
}

export async function stored(app: TestApp, connectionId: string): Promise<StoredConnection | undefined> {
  const sql = "SELECT * FROM hub.oauth_connections WHERE id = $1";
  return (await app.database.query<StoredConnection>(sql, [connectionId]))[0];
}

/** Stops the renewal job, so that only the tests call the provider. */
export async function stopJob(app: TestApp): Promise<void> {
  await app.database.query("DELETE FROM jobs.schedule WHERE name = 'keep-oauth-connections'");
}
