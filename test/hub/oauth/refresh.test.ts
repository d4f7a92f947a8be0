import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { accessToken, renewDueTokens } from "../../../subgraphs/hub/oauth/access-token.service.ts";
import { sweepEnded } from "../../../subgraphs/hub/oauth/end-connection.service.ts";
import { openHub } from "../../../subgraphs/hub/subgraph.ts";
import { hubPorts } from "../../../platform/hub-ports.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { dieAt, watchCalls, watchStatements } from "../../support/crash.ts";
import { until } from "../../support/poll.ts";
import { silentLog } from "../../support/silent-log.ts";
import {
  actingFor,
  age,
  connected,
  createPerson,
  fault,
  liveTokens,
  loseReply,
  refreshes,
  rotationGrace,
  status,
  stopJob,
  stored,
  type Person,
} from "./oauth-world.ts";

let app: TestApp;
/** The hub in a second process. */
let second: RunningSubgraph;
beforeAll(async () => {
  app = await createTestApp();
  await stopJob(app);
  const config = readConfig({ NODE_ENV: "test", SANDBOX_PORT: new URL(app.sandboxUrl).port });
  const around = {
    smtpUrl: null,
    flushAudit: async () => undefined,
    log: silentLog,
    metrics: null,
    gateway: () => () => ({ data: {} }),
  };
  const ports = hubPorts(config, around);
  second = await openHub({ ports, databaseUrl: app.database.url, log: silentLog });
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});
beforeEach(() => rotationGrace(app, 30));

const inSecond = (ownerId: string) => second.contextFor(actingFor(app, ownerId)) as HubContext;
const later = (ctx: HubContext, ms: number): HubContext => ({
  ...ctx,
  clock: { now: () => new Date(Date.now() + ms) },
});

/** A user with a connection whose token expires soon, or has expired. */
async function withConnection(how: "soon" | "over") {
  const person = await createPerson(app);
  const connectionId = await connected(app, person, { login: person.id.slice(4) });
  await age(app, connectionId, how);
  return { person, connectionId, ctx: actingFor(app, person.id), login: person.id.slice(4) };
}

/** No connection of an earlier test is due. */
async function settleAll(): Promise<void> {
  await app.database.query("UPDATE hub.oauth_connections SET renew_at = now() + interval '1 hour'");
}

const storedToken = async (ctx: HubContext, id: string, field: "access_token" | "refresh_token") =>
  ctx.ports.keyRing.open((await stored(app, id))![`${field}_sealed`]!, `oauth:${id}:${field}`);

async function failuresIn(connectionId: string): Promise<{ outcome: string; code: string }[]> {
  return app.database.query(
    `SELECT outcome, code FROM hub.audit_log WHERE action = 'refreshOauthConnection' AND target_id = $1 ORDER BY at, id`,
    [connectionId],
  );
}

describe("a token", () => {
  test("a token with a long lifetime is used without calling the provider", async () => {
    const person = await createPerson(app);
    const connectionId = await connected(app, person);
    const ctx = actingFor(app, person.id);
    const before = await refreshes(app);
    const found = await accessToken(ctx, connectionId);
    expect(found.accessToken).toBe(await storedToken(ctx, connectionId, "access_token"));
    expect(found.scopes).toEqual(["openid", "email", "profile"]);
    expect(await refreshes(app)).toBe(before);
  });

  test("a token is renewed 5 minutes before it expires, and the rotated refresh token is stored", async () => {
    const { ctx, connectionId, person, login } = await withConnection("soon");
    const old = await storedToken(ctx, connectionId, "refresh_token");
    const before = await refreshes(app);
    const found = await accessToken(ctx, connectionId);
    expect(found.expiresAt!.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await storedToken(ctx, connectionId, "refresh_token")).not.toBe(old);
    expect(await refreshes(app)).toBe(before + 1);
    expect(await liveTokens(app, login)).toEqual([1]);
    const shown = (await status(app, person)).body;
    expect(Date.parse(shown.lastRefreshedAt)).toBeGreaterThan(Date.now() - 10_000);
    expect((await accessToken(ctx, connectionId)).accessToken).toBe(found.accessToken);
  });

  test("a token of another account, or of another app than the request's, is not found", async () => {
    const { connectionId, ctx } = await withConnection("soon");
    const stranger = actingFor(app, (await createPerson(app)).id);
    for (const other of [
      stranger,
      { ...ctx, appId: "payroll" },
      { ...ctx, principal: { ...ctx.principal, appIds: [] } },
    ])
      await expect(accessToken(other, connectionId)).rejects.toMatchObject({ code: "CONNECTION_NOT_FOUND" });
  });

  test("a token that cannot be renewed is used until it expires, and then the user must reconnect", async () => {
    const { ctx, connectionId, person } = await withConnection("soon");
    const sql = "UPDATE hub.oauth_connections SET refresh_token_sealed = NULL WHERE id = $1";
    await app.database.query(sql, [connectionId]);
    expect((await accessToken(ctx, connectionId)).accessToken).toBeTruthy();
    await age(app, connectionId, "over");
    await expect(accessToken(ctx, connectionId)).rejects.toMatchObject({ code: "CONNECTION_NEEDS_REAUTH" });
    expect((await status(app, person)).body).toMatchObject({ connected: false, status: "expired" });
  });
});

describe("many at once, in two processes", () => {
  test.each(["soon", "over"] as const)("20 whose token ends %s ask the provider once", async (how) => {
    const { ctx, connectionId, person, login } = await withConnection(how);
    const other = inSecond(person.id);
    await fault(app, { latencyMs: 300, times: 1 });
    const before = await refreshes(app);
    const found = await Promise.all(
      Array.from({ length: 20 }, (_value, index) => accessToken(index % 2 ? ctx : other, connectionId)),
    );
    await until(
      "the one call is over",
      async () => (await stored(app, connectionId))!.refresh_lease === null,
    );
    expect(await refreshes(app)).toBe(before + 1);
    const fresh = await storedToken(ctx, connectionId, "access_token");
    expect(found.filter((one) => one.accessToken === fresh).length).toBeGreaterThanOrEqual(
      how === "over" ? 20 : 1,
    );
    expect((await stored(app, connectionId))!.token_version).toBe(2);
    expect(await liveTokens(app, login)).toEqual([1]);
  });

  test("the job of each process renews all accounts' due tokens, once", async () => {
    await settleAll();
    const due = await Promise.all([withConnection("soon"), withConnection("over"), withConnection("soon")]);
    const before = await refreshes(app);
    await Promise.all([renewDueTokens(actingFor(app, "")), renewDueTokens(inSecond(""))]);
    for (const { connectionId } of due)
      expect(await stored(app, connectionId)).toMatchObject({ token_version: 2, refresh_lease: null });
    expect(await refreshes(app)).toBe(before + 3);
    expect(await renewDueTokens(actingFor(app, ""))).toBe(0);
  });
});

describe("a provider in trouble", () => {
  test.each([
    ["down", { status: 500 }],
    ["overloaded", { status: 429 }],
    ["gone", { dropRate: 1 }],
    ["babbling", { malformed: true }],
    ["babbling in errors", { malformed: true, status: 400 }],
    ["refusing without a word", { status: 400 }],
  ])("that is %s never costs the grant", async (_what, faults) => {
    const { ctx, connectionId, person, login } = await withConnection("over");
    await fault(app, faults);
    for (let time = 0; time < 4; time++) {
      const then = later(ctx, time * 600_000);
      await expect(accessToken(then, connectionId)).rejects.toMatchObject({
        code: "UPSTREAM_FAILED",
        details: { retryable: true },
      });
    }
    await fault(app, null);
    expect((await status(app, person)).body).toMatchObject({
      status: "error",
      errorCode: "provider_unavailable",
    });
    expect(await failuresIn(connectionId)).toEqual([{ outcome: "error", code: "UPSTREAM_FAILED" }]);
    expect((await accessToken(later(ctx, 2_400_000), connectionId)).accessToken).toBeTruthy();
    expect((await status(app, person)).body).toMatchObject({ status: "connected", errorCode: null });
    expect(await liveTokens(app, login)).toEqual([1]);
  });

  test("a failing provider is backed off from, and a valid token is used during that time", async () => {
    const { ctx, connectionId } = await withConnection("soon");
    const old = await storedToken(ctx, connectionId, "access_token");
    await fault(app, { status: 500 });
    const before = await refreshes(app);
    for (let time = 0; time < 5; time++) expect((await accessToken(ctx, connectionId)).accessToken).toBe(old);
    await fault(app, null);
    expect(await refreshes(app)).toBe(before + 1);
  });

  test("a provider that rejects our credentials does not cost the grant", async () => {
    const { ctx, connectionId, person } = await withConnection("over");
    const provider = ctx.ports.oauth.get("google")!;
    const { createOpenidProvider } = await import("../../../subgraphs/hub/oauth/openid.adapter.ts");
    const settings = readConfig({ SANDBOX_PORT: new URL(app.sandboxUrl).port }).oauthProviders[0]!;
    const wrong = createOpenidProvider({ ...settings, clientSecret: "wrong", log: silentLog });
    const ports = { ...ctx.ports, oauth: new Map([["google", wrong]]) };
    const refused = { code: "UPSTREAM_FAILED", details: { retryable: false } };
    for (const ms of [0, 600_000])
      await expect(accessToken(later({ ...ctx, ports }, ms), connectionId)).rejects.toMatchObject(refused);
    expect((await status(app, person)).body).toMatchObject({
      status: "error",
      errorCode: "provider_refused",
    });
    expect(provider.name).toBe("google");
    expect((await accessToken(later(ctx, 1_200_000), connectionId)).accessToken).toBeTruthy();
  });

  test("a refresh whose response was lost is retried with the same refresh token", async () => {
    const { ctx, connectionId, login } = await withConnection("over");
    await loseReply(app);
    await expect(accessToken(ctx, connectionId)).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
    const found = await accessToken(later(ctx, 10_000), connectionId);
    expect(found.accessToken).toBe(await storedToken(ctx, connectionId, "access_token"));
    expect(await liveTokens(app, login)).toEqual([1]);
  });
});

describe("invalid_grant", () => {
  /** The grant ends at the provider, without a word to us. */
  async function endThere(ctx: HubContext, connectionId: string): Promise<void> {
    const token = await storedToken(ctx, connectionId, "refresh_token");
    await ctx.ports.oauth.get("google")!.revoke(token, "refresh_token");
  }

  test("a first invalid_grant keeps the connection, a second one erases the tokens until the user reconnects", async () => {
    await settleAll();
    const { ctx, connectionId, person } = await withConnection("over");
    await endThere(ctx, connectionId);
    await expect(accessToken(ctx, connectionId)).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
    expect((await status(app, person)).body).toMatchObject({ status: "error", errorCode: "invalid_grant" });
    expect((await stored(app, connectionId))!.refresh_token_sealed).not.toBeNull();
    const then = later(ctx, 60_000);
    await expect(accessToken(then, connectionId)).rejects.toMatchObject({
      code: "CONNECTION_NEEDS_REAUTH",
      details: { currentState: "revoked" },
    });
    expect((await status(app, person)).body).toMatchObject({
      connected: false,
      status: "revoked",
      connectionId,
      errorCode: "invalid_grant",
      expiresAt: null,
    });
    expect(await stored(app, connectionId)).toMatchObject({
      access_token_sealed: null,
      refresh_token_sealed: null,
    });
    expect(await failuresIn(connectionId)).toEqual([
      { outcome: "error", code: "UPSTREAM_FAILED" },
      { outcome: "error", code: "CONNECTION_NEEDS_REAUTH" },
    ]);
    const before = await refreshes(app);
    await expect(accessToken(then, connectionId)).rejects.toMatchObject({ code: "CONNECTION_NEEDS_REAUTH" });
    await renewDueTokens(then);
    expect(await refreshes(app)).toBe(before);
    expect(await connected(app, person)).toBe(connectionId);
    expect((await status(app, person)).body).toMatchObject({ connected: true, errorCode: null });
  });

  test("an invalid_grant for a replaced refresh token is ignored", async () => {
    const { ctx, connectionId, person } = await withConnection("over");
    const old = await storedToken(ctx, connectionId, "refresh_token");
    await fault(app, { latencyMs: 1_500, times: 1 });
    const before = await refreshes(app);
    const waiting = accessToken(ctx, connectionId);
    await until("the provider is asked", async () => (await refreshes(app)) > before);
    await ctx.ports.oauth.get("google")!.revoke(old, "refresh_token");
    expect(await connected(app, person)).toBe(connectionId);
    const found = await waiting;
    expect(found.accessToken).toBe(await storedToken(ctx, connectionId, "access_token"));
    expect(await stored(app, connectionId)).toMatchObject({
      status: "connected",
      error_code: null,
      token_version: 2,
      refresh_failures: 0,
    });
    expect(await failuresIn(connectionId)).toEqual([]);
  });

  test("an invalid_grant after a lost response ends the connection, and is reported", async () => {
    await rotationGrace(app, 0);
    const { ctx, connectionId, login } = await withConnection("over");
    await loseReply(app);
    for (const [ms, code] of [
      [0, "UPSTREAM_FAILED"],
      [60_000, "UPSTREAM_FAILED"],
      [120_000, "CONNECTION_NEEDS_REAUTH"],
    ] as const)
      await expect(accessToken(later(ctx, ms), connectionId)).rejects.toMatchObject({ code });
    expect(await liveTokens(app, login)).toEqual([]);
  });
});

describe("concurrent changes", () => {
  test("a new authorization is not undone by older tokens that arrive late", async () => {
    const { ctx, connectionId, person } = await withConnection("over");
    await fault(app, { latencyMs: 1_000, times: 1 });
    const before = await refreshes(app);
    const waiting = accessToken(ctx, connectionId);
    await until("the provider is asked", async () => (await refreshes(app)) > before);
    await connected(app, person, { login: "newer" });
    const fresh = await storedToken(ctx, connectionId, "access_token");
    expect((await waiting).accessToken).toBe(fresh);
    expect(await storedToken(ctx, connectionId, "access_token")).toBe(fresh);
    expect((await status(app, person)).body).toMatchObject({ accountLabel: "newer@google.example" });
  });

  test("a connection that ended during a refresh stays ended, and the new tokens are revoked", async () => {
    const { ctx, connectionId, person, login } = await withConnection("over");
    await loseReply(app, { delayMs: 1_000 });
    const before = await refreshes(app);
    const waiting = accessToken(ctx, connectionId).catch((error: unknown) => error);
    await until("the provider is asked", async () => (await refreshes(app)) > before);
    await app.send("DELETE", "/integrations/oauth/google?appId=finance", person.headers);
    expect(await waiting).toMatchObject({ code: "CONNECTION_NOT_FOUND" });
    expect(await stored(app, connectionId)).toBeUndefined();
    expect(await liveTokens(app, login)).toEqual([]);
  });

  test("an ending whose process died is finished by the job, and renews nothing", async () => {
    const { ctx, connectionId, login } = await withConnection("over");
    const sql = "UPDATE hub.oauth_connections SET status = 'ended', ended_at = now() WHERE id = $1";
    await app.database.query(sql, [connectionId]);
    const before = await refreshes(app);
    await sweepEnded(ctx);
    await renewDueTokens(ctx);
    expect(await liveTokens(app, login)).toEqual([1]);
    await sweepEnded(later(ctx, 61_000));
    expect(await stored(app, connectionId)).toBeUndefined();
    expect(await liveTokens(app, login)).toEqual([]);
    expect(await refreshes(app)).toBe(before);
  });
});

describe("a process that dies during a refresh", () => {
  /** Expires the lease of the dead process. */
  async function outlast(connectionId: string): Promise<void> {
    const sql =
      "UPDATE hub.oauth_connections SET refresh_leased_until = now() - interval '1 second' WHERE id = $1";
    await app.database.query(sql, [connectionId]);
  }

  async function checkWhole(
    person: Person,
    connectionId: string,
    login: string,
    what: string,
  ): Promise<void> {
    const ctx = inSecond(person.id);
    await outlast(connectionId);
    const found = await accessToken(ctx, connectionId);
    expect(found.accessToken, what).toBe(await storedToken(ctx, connectionId, "access_token"));
    expect(await stored(app, connectionId), what).toMatchObject({ status: "connected", refresh_lease: null });
    expect(await liveTokens(app, login), what).toEqual([1]);
    await age(app, connectionId, "over");
    expect((await accessToken(ctx, connectionId)).accessToken, what).toBeTruthy();
  }

  test("a process that dies at any step of a refresh, before or after it, loses and doubles nothing", async () => {
    const { person, connectionId, ctx, login } = await withConnection("over");
    watchCalls(ctx.ports.oauth.get("google")!);
    const restore = await watchStatements(ctx.em);
    const seen: string[] = [];
    try {
      for (let at = 1, isOver = false; !isOver; at++) {
        expect(at).toBeLessThan(40);
        for (const isDone of [false, true]) {
          await age(app, connectionId, "over");
          await outlast(connectionId);
          const run = await dieAt({ at, isDone }, () => accessToken(ctx, connectionId));
          isOver = !run.hasDied;
          if (run.hasDied) seen.push(run.lastStep);
          await checkWhole(person, connectionId, login, `${run.lastStep} ${isDone}`);
        }
      }
    } finally {
      restore();
    }
    expect(seen.filter((step) => step === "refresh")).toHaveLength(2);
    expect(seen.filter((step) => /commit/i.test(step)).length).toBeGreaterThan(3);
  });

  test("a dead process's refresh is waited for no longer than its lease", async () => {
    const { person, connectionId } = await withConnection("over");
    await app.database.query(
      "UPDATE hub.oauth_connections SET refresh_lease = 'dead', refresh_leased_until = now() + interval '1 second' WHERE id = $1",
      [connectionId],
    );
    const before = await refreshes(app);
    expect((await accessToken(actingFor(app, person.id), connectionId)).accessToken).toBeTruthy();
    expect(await refreshes(app)).toBe(before + 1);
  });
});
