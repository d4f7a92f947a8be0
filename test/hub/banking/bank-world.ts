import type { PlanKey } from "../../../src/access/principal.ts";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";

export type Headers = Record<string, string>;

/** A new user with a token, and a plan for central. */
export async function createSaver(app: TestApp, plan: PlanKey = "professional") {
  const id = newId("usr");
  const user = "INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ($1, now(), now())";
  await app.database.query(user, [id]);
  const tier = "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', $2)";
  if (plan !== "free") await app.database.query(tier, [id, plan]);
  const token = await app.tokenFor({ sub: id, expiresInSeconds: 40 * 86_400 });
  return { id, headers: { authorization: `Bearer ${token}` } };
}
export type Saver = Awaited<ReturnType<typeof createSaver>>;

/** Controls the stand-in; throws unless it responds 200. */
// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
export async function control(app: TestApp, path: string, body: unknown = {}): Promise<any> {
  const url = `${app.sandboxUrl}/bank${path}`;
  const answer = await sendJson(
    path === "/items" ? "GET" : "POST",
    url,
    path === "/items" ? undefined : body,
  );
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return answer.body;
}

export interface LoginOptions {
  institution?: string;
  login?: string;
  accounts?: number;
  transactions?: number;
}

/** A finished login at the provider's page: its token, and the page's metadata. */
export async function logIn(app: TestApp, options: LoginOptions = {}) {
  const { institution = "ins_109508", login = newId("login"), accounts = 2, transactions = 24 } = options;
  const created = await sendJson("POST", `${app.sandboxUrl}/bank/sandbox/public_token/create`, {
    client_id: "test",
    secret: "sk_test_sandbox_bank",
    institution_id: institution,
    initial_products: ["transactions"],
    options: { override_username: login },
    stand_in: { accounts, transactions },
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  const { items } = await control(app, "/items");
  const item = items.find((one: { login: string }) => one.login === login);
  const metadata = { institutionId: institution, institutionName: "A bank", accounts: item.accounts };
  return { publicToken: created.body.public_token as string, itemId: item.itemId as string, login, metadata };
}

export async function exchange(
  app: TestApp,
  saver: { headers: Headers },
  { publicToken, metadata }: Pick<Awaited<ReturnType<typeof logIn>>, "publicToken" | "metadata">,
  more: { appId?: string; headers?: Headers } = {},
): Promise<Answer> {
  const body = { appId: more.appId ?? "finance", publicToken, metadata };
  return app.post("/integrations/bank/exchange-token", body, { ...saver.headers, ...more.headers });
}

/** A connection of a new login. */
export async function connect(app: TestApp, saver: { headers: Headers }, options: LoginOptions = {}) {
  const login = await logIn(app, options);
  const answer = await exchange(app, saver, login);
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...login, connectionId: answer.body.connection.connectionId as string, answer };
}

export function sync(
  app: TestApp,
  saver: { headers: Headers },
  connectionId: string,
  body: object = {},
  headers: Headers = {},
): Promise<Answer> {
  const path = `/integrations/bank/sync/${connectionId}`;
  return app.post(path, { appId: "finance", ...body }, { ...saver.headers, ...headers });
}

/** At another time, by the clock of tests. */
export function at(date: Date): Headers {
  return { "x-test-clock": date.toISOString() };
}

export const hourMs = 3_600_000;

/** Lets the connection be synced at once. */
export async function allowSync(app: TestApp, connectionId: string): Promise<void> {
  await app.database.query(
    "UPDATE hub.bank_connections SET next_sync_allowed_at = now() - interval '1 second', sync_claim = NULL WHERE id = $1",
    [connectionId],
  );
}

/** The active transactions of a connection, by the provider's ids. */
export async function storedIds(app: TestApp, connectionId: string): Promise<string[]> {
  const rows = await app.database.query<{ id: string }>(
    "SELECT provider_id AS id FROM hub.bank_transactions WHERE connection_id = $1 AND status = 'active'",
    [connectionId],
  );
  return rows.map(({ id }) => id).sort();
}

/** Ids of a login's current transactions at the provider. */
export async function presentIds(app: TestApp, itemId: string): Promise<string[]> {
  const { transactions } = await control(app, `/items/${itemId}/present`);
  return (transactions as { transaction_id: string }[]).map(({ transaction_id }) => transaction_id).sort();
}

/** How many requests the provider received on a path. */
export async function requestCount(app: TestApp, path: string): Promise<number> {
  const { body } = await sendJson("GET", `${app.sandboxUrl}/control/bank/journal`);
  return (body.requests as { path: string }[]).filter((request) => request.path === `/bank${path}`).length;
}

export async function fault(app: TestApp, faults: object | null): Promise<void> {
  const url = `${app.sandboxUrl}/control/bank`;
  await (faults === null ? sendJson("DELETE", url) : sendJson("POST", url, faults));
}

/** Types of a connection's events, in their order. */
export async function eventTypes(app: TestApp, connectionId: string): Promise<string[]> {
  const rows = await app.database.query<{ type: string }>(
    "SELECT type FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
    [connectionId],
  );
  return rows.map(({ type }) => type);
}
