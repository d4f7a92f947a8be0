import { generateKey, hashKey } from "../../src/access/key-format.ts";
import type { AccessFacts } from "../../src/access/rules.ts";
import { keyScopes } from "../../src/access/scopes.ts";
import { readConfig } from "../../src/config/config.ts";
import { demoServiceAccounts } from "../../src/demo-identities.ts";
import { newId } from "../../src/ids.ts";
import type { TestApp } from "../support/app.ts";
import type { Headers } from "./door-calls.ts";

/** One way to call, and what its facts are, said here independently of the rules. */
export interface MatrixCaller {
  name: string;
  headers: Headers;
  kind: "nobody" | "bad" | "user" | "key" | "service" | "suspended";
  code?: "UNAUTHORIZED" | "TOKEN_EXPIRED" | "SESSION_REVOKED";
  isAdmin?: boolean;
  /** Free in every app. */
  isFree?: boolean;
  /** Of a key, a service account, or a token that is limited to them. */
  scopes?: readonly string[];
  /** The only app it may act for. */
  onlyApp?: string;
}

/** The expected rejection of a principal by a field with these facts; null when it is admitted. */
export interface Refusal {
  status: number;
  code: string;
  reason?: string;
  requiredScope?: string;
}

/**
 * The refusal that is due, from the specification: credential, whether it may act for the app that the call names, then
 * whose kind, role, scope, the field's own app and tier.
 */
export function expectedRefusal(
  facts: Partial<AccessFacts>,
  caller: MatrixCaller,
  namedApp: string | null,
): Refusal | null {
  const { auth, scope, anyScope, app, tier } = facts;
  if (caller.kind === "bad") return { status: 401, code: caller.code! };
  if (caller.onlyApp && namedApp && namedApp !== caller.onlyApp)
    return { status: 403, code: "FORBIDDEN", reason: "app_not_allowed" };
  if (caller.kind === "nobody") return auth === "public" ? null : { status: 401, code: "MISSING_TOKEN" };
  if (caller.kind === "suspended")
    return auth === "payer" ? { status: 404, code: "USER_NOT_FOUND" } : { status: 401, code: "UNAUTHORIZED" };
  const isPerson = caller.kind === "user";
  // It lacks the role, not the credential.
  if (caller.kind === "service" && auth === "admin") return { status: 403, code: "FORBIDDEN" };
  if (!isPerson && auth !== "public" && auth !== "caller") return { status: 401, code: "UNAUTHORIZED" };
  const isLimited = isPerson && caller.scopes !== undefined;
  if (isLimited && auth !== "public" && !scope && !anyScope)
    return { status: 403, code: "FORBIDDEN", reason: "full_token_required" };
  if (auth === "admin" && !caller.isAdmin)
    return { status: 403, code: "FORBIDDEN", reason: "admin_required" };
  if (scope && (!isPerson || isLimited) && !caller.scopes!.includes(scope))
    return { status: 403, code: "FORBIDDEN", reason: "scope_missing", requiredScope: scope };
  if (app && caller.onlyApp && caller.onlyApp !== app)
    return { status: 403, code: "FORBIDDEN", reason: "app_not_allowed" };
  if (tier && tier !== "free" && caller.isFree)
    return { status: 403, code: "FORBIDDEN", reason: "tier_required" };
  return null;
}

/** All principals of the access matrix. */
export interface MatrixCallers {
  /** No credential, bad ones, people, and a service account. */
  everyone: readonly MatrixCaller[];
  /**
   * Keys without a scope and with all of them; and where the operation asks for one, with that scope alone and with all but
   * that one. That all others together do not open it says the same of each of them.
   */
  keysFor(scope: string | undefined): MatrixCaller[];
  /** The same for tokens of an administrator, which are limited to scopes. */
  tokensFor(scope: string | undefined): Promise<MatrixCaller[]>;
}

export async function createMatrixCallers(app: TestApp): Promise<MatrixCallers> {
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
  const bad = (
    name: string,
    headers: Headers,
    code: NonNullable<MatrixCaller["code"]> = "UNAUTHORIZED",
  ): MatrixCaller => {
    return { name, headers, kind: "bad", code };
  };
  const good = await app.tokenFor({ sub: newId("usr") });
  const expired = await app.tokenFor({ sub: newId("usr"), expiresInSeconds: -3_600 });
  const suspended = newId("usr");
  await app.get("/auth/me", bearer(await app.tokenFor({ sub: suspended })));
  await app.post(`/admin/users/${suspended}/suspend`, { reason: "matrix" }, await app.as("ada"));
  const revoked = await app.tokenFor({ sub: newId("usr") });
  const { body: seen } = await app.get("/sessions", bearer(revoked));
  await app.send("DELETE", `/sessions/${seen.sessions[0].id}`, bearer(revoked));
  const [head, payload, signature] = good.split(".") as [string, string, string];
  const everyone: MatrixCaller[] = [
    { name: "nobody", headers: {}, kind: "nobody" },
    bad("garbage", bearer("garbage")),
    bad("a token with a wrong signature", bearer(`${head}.${payload}.${[...signature].reverse().join("")}`)),
    bad("a token of another issuer", bearer(`${head}.${reissue(payload)}.${signature}`)),
    bad("an expired token", bearer(expired), "TOKEN_EXPIRED"),
    bad("a token of a revoked session", bearer(revoked), "SESSION_REVOKED"),
    bad("a key that never was", { "x-api-key": generateKey("hub_live") }),
    bad("a revoked key", app.withKey("revoked")),
    { name: "a suspended user", headers: bearer(await app.tokenFor({ sub: suspended })), kind: "suspended" },
    { name: "a free user", headers: bearer(good), kind: "user", isFree: true },
    { name: "an enterprise user", headers: await app.as("eve"), kind: "user" },
    {
      name: "a user of one app",
      headers: bearer(await app.tokenFor({ sub: "demo-eve", apps: ["finance"] })),
      kind: "user",
      onlyApp: "finance",
    },
    { name: "an admin", headers: await app.as("ada"), kind: "user", isAdmin: true },
    ...(await createLimitedTokens(app)),
    {
      name: "a service account",
      headers: bearer(demoServiceAccounts[0]!.key),
      kind: "service",
      scopes: demoServiceAccounts[0]!.scopes,
    },
  ];
  return { everyone, keysFor: await createKeys(app), tokensFor: createTokens(app) };
}

/** Tokens that are limited to nothing, to identity scopes alone and to every scope, of an administrator and of others. */
export async function createLimitedTokens(app: TestApp): Promise<MatrixCaller[]> {
  const wanted: [name: string, sub: string, scope: string][] = [
    ["an admin's token without any scope", "demo-ada", ""],
    ["an admin's token with identity scopes of a foreign client", "demo-ada", "openid profile email"],
    ["an admin's token with every scope", "demo-ada", scopesOf(app).join(" ")],
    ["a token without any scope", "demo-eve", ""],
    ["a token with every scope", "demo-eve", scopesOf(app).join(" ")],
  ];
  return Promise.all(wanted.map(([name, sub, scope]) => limitedToken(app, { name, sub, scope })));
}

export async function limitedToken(
  app: TestApp,
  { name, sub, scope }: { name: string; sub: string; scope: string },
): Promise<MatrixCaller> {
  const roles = sub === "demo-ada" ? ["admin"] : [];
  const token = await app.tokenFor({ sub, roles, scope });
  const scopes = scope.split(" ").filter((word) => word.includes(":") || word === "webhooks");
  return { name, headers: { authorization: `Bearer ${token}` }, kind: "user", scopes };
}

/** Every scope that keys may hold or operations ask for. */
export function scopesOf(app: TestApp): string[] {
  const asked = [...app.running.router.registry.values()].flatMap(({ access }) => access.scope ?? []);
  return [...new Set([...keyScopes, ...asked])];
}

/**
 * Keys of an administrator of the enterprise plan, of which keys inherit the plan and not the role; also with scopes that
 * keys are not given.
 */
async function createKeys(app: TestApp): Promise<MatrixCallers["keysFor"]> {
  const [pepper] = readConfig({ NODE_ENV: "test" }).KEY_PEPPER;
  const scopes = scopesOf(app);
  const made: object[] = [];
  const make = (name: string, held: readonly string[]): MatrixCaller => {
    const key = generateKey("hub_live");
    made.push({ id: newId("key"), owner_id: "demo-ada", key_hash: hashKey(pepper, key), scopes: held });
    return { name, headers: { "x-api-key": key }, kind: "key", scopes: held };
  };
  const always = [make("a key without a scope", []), make("a key with all scopes", scopes)];
  const byScope = new Map(
    scopes.map((scope) => [
      scope,
      [
        make(`a key with ${scope}`, [scope]),
        make(
          `a key with all scopes but ${scope}`,
          scopes.filter((other) => other !== scope),
        ),
      ],
    ]),
  );
  await app.database.query(
    `INSERT INTO hub.api_keys SELECT (jsonb_populate_record(k, own)).*
     FROM hub.api_keys k, jsonb_array_elements($1::jsonb) own
     WHERE k.id = (SELECT id FROM hub.api_keys WHERE owner_id = 'demo-eve' AND status = 'active' LIMIT 1)`,
    [JSON.stringify(made)],
  );
  return (scope) => [...always, ...(scope === undefined ? [] : byScope.get(scope)!)];
}

function createTokens(app: TestApp): MatrixCallers["tokensFor"] {
  const scopes = scopesOf(app);
  const made = new Map<string, Promise<MatrixCaller[]>>();
  const make = (scope: string): Promise<MatrixCaller[]> => {
    const others = scopes.filter((other) => other !== scope).join(" ");
    return Promise.all([
      limitedToken(app, { name: `a token with ${scope}`, sub: "demo-ada", scope }),
      limitedToken(app, { name: `a token with all scopes but ${scope}`, sub: "demo-ada", scope: others }),
    ]);
  };
  return async (scope) => {
    if (scope === undefined) return [];
    const tokens = made.get(scope) ?? make(scope);
    made.set(scope, tokens);
    return tokens;
  };
}

/** The same claims with another issuer. */
function reissue(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
  return Buffer.from(JSON.stringify({ ...claims, iss: "https://issuer.example" })).toString("base64url");
}
