import { buildSchema, execute, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditMutations } from "../../../src/access/audit.ts";
import { anonymous } from "../../../src/access/principal.ts";
import { isPublic } from "../../../src/access/rules.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { accountOf, createSpender } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

const body = { appId: "central", amount: 1, description: "x" };

/** Audit rows of one call, found by the request id it was given. */
async function traced(
  send: (headers: Record<string, string>) => Promise<{ headers: Record<string, unknown> }>,
) {
  const requestId = newId("req");
  const answer = await send({ "x-request-id": requestId });
  expect(answer.headers["x-request-id"]).toBe(requestId);
  return rowsOf(requestId);
}

const rowsOf = (requestId: string) =>
  app.database.query(
    `SELECT actor_type, actor_id, owner_id, action, target_type, target_id, app_id, outcome, code
     FROM hub.audit_log WHERE request_id = $1`,
    [requestId],
  );

describe("a mutation leaves one audit row", () => {
  test("a successful mutation leaves one audit row with principal, action, object and app", async () => {
    const ownerId = await createSpender(app, 10);
    const auth = await app.as(ownerId);
    const rows = await traced((headers) =>
      app.post("/credits/consume", body, { ...auth, ...headers, "x-app-id": "central" }),
    );
    expect(rows).toEqual([
      {
        actor_type: "user",
        actor_id: ownerId,
        owner_id: ownerId,
        action: "consumeCredits",
        target_type: "ConsumeCreditsResult",
        target_id: expect.stringMatching(/^cle_/),
        app_id: "central",
        outcome: "ok",
        code: null,
      },
    ]);
  });

  test.each([
    ["a missing credential", async () => ({}), "denied", "MISSING_TOKEN"],
    ["a missing scope", async () => app.withKey("reader"), "denied", "FORBIDDEN"],
    ["too few credits", async () => app.as("usr_poor"), "error", "INSUFFICIENT_CREDITS"],
  ] as const)("when it is refused for %s", async (_, credential, outcome, code) => {
    const auth = await credential();
    const rows = await traced((headers) => app.post("/credits/consume", body, { ...auth, ...headers }));
    expect(rows).toMatchObject([{ action: "consumeCredits", outcome, code, target_id: null }]);
  });

  test("a mutation of a missing object, or with a reused key, leaves one audit row", async () => {
    const ownerId = await createSpender(app, 10);
    const auth = { ...(await app.as(ownerId)), "idempotency-key": "k" };
    expect(
      await traced((headers) => app.post("/credits/holds/hold_x/release", {}, { ...auth, ...headers })),
    ).toMatchObject([{ action: "releaseCreditHold", outcome: "error", code: "HOLD_NOT_FOUND" }]);
    await app.post("/credits/consume", body, auth);
    expect(
      await traced((headers) =>
        app.post("/credits/consume", { ...body, amount: 2 }, { ...auth, ...headers }),
      ),
    ).toMatchObject([{ outcome: "error", code: "IDEMPOTENCY_KEY_REUSED" }]);
  });

  test("a mutation leaves the same audit row at every door, except for the request", async () => {
    const ownerId = await createSpender(app, 10);
    const auth = await app.as(ownerId);
    const query = "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { entryId } }";
    const doors = [
      (headers: Record<string, string>) => app.post("/credits/consume", body, { ...auth, ...headers }),
      (headers: Record<string, string>) => app.graphql(query, { input: body }, { ...auth, ...headers }),
      (headers: Record<string, string>) =>
        app.post("/tools/consume_credits/call", { arguments: body, confirm: true }, { ...auth, ...headers }),
    ];
    for (const door of doors) {
      expect(await traced(door)).toMatchObject([
        {
          actor_id: ownerId,
          action: "consumeCredits",
          target_id: expect.stringMatching(/^cle_/),
          outcome: "ok",
        },
      ]);
    }
    expect((await accountOf(app.database, ownerId)).balance).toBe(7);
  });

  test("a document with several fields leaves an audit row for each", async () => {
    const ownerId = await createSpender(app, 10);
    const auth = await app.as(ownerId);
    const query = `mutation {
      a: consumeCredits(input: { appId: "central", amount: 1, description: "x" }) { entryId }
      b: consumeCredits(input: { appId: "central", amount: 100, description: "x" }) { entryId }
    }`;
    const rows = await traced((headers) => app.graphql(query, {}, { ...auth, ...headers }));
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map((row) => row["outcome"]))).toEqual(new Set(["ok", "error"]));
  });
});

test("a public mutation leaves its audit row with its effect, though it has no owner", async () => {
  const schema = buildSchema("type Query { a: Int } type Mutation { knock: Door } type Door { id: ID }");
  schema.getMutationType()!.getFields()["knock"]!.resolve = (_parent, _args, ctx: HubContext) =>
    inTransaction(ctx, async () => ({ id: "door_1" }));
  auditMutations(schema, { Mutation: { knock: isPublic } });
  const requestId = newId("req");
  const contextValue = { ...app.contextFor(null, { requestId }), principal: anonymous };
  const result = await execute({ schema, document: parse("mutation { knock { id } }"), contextValue });
  expect(result.errors).toBeUndefined();
  expect(await rowsOf(requestId)).toMatchObject([
    { actor_type: "anonymous", owner_id: null, action: "knock", target_id: "door_1", outcome: "ok" },
  ]);
});

describe("no audit row is left", () => {
  test.each([
    ["an input that is not valid", { ...body, amount: -1 }],
    ["an app that is not registered", { ...body, appId: "no-such-app" }],
  ])("by %s", async (_, input) => {
    const auth = await app.as(await createSpender(app, 10));
    expect(await traced((headers) => app.post("/credits/consume", input, { ...auth, ...headers }))).toEqual(
      [],
    );
    const query = "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { entryId } }";
    expect(await traced((headers) => app.graphql(query, { input }, { ...auth, ...headers }))).toEqual([]);
  });

  test("a replay of a key or reference leaves no audit row", async () => {
    const auth = await app.as(await createSpender(app, 10));
    for (const [input, extra] of [
      [body, { "idempotency-key": "k" }],
      [{ ...body, referenceId: "r" }, {}],
    ] as const) {
      const send = (headers: Record<string, string>) =>
        app.post("/credits/consume", input, { ...auth, ...extra, ...headers });
      expect(await traced(send)).toHaveLength(1);
      expect(await traced(send)).toEqual([]);
    }
  });

  test("a read leaves no audit row", async () => {
    const auth = await app.as(await createSpender(app, 10));
    expect(await traced((headers) => app.get("/credits/balance/central", { ...auth, ...headers }))).toEqual(
      [],
    );
  });
});

describe("when the database makes a transaction run again", () => {
  const document = parse(
    "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { entryId } }",
  );

  /** Runs a consume whose transaction fails `failures` times with a serialization failure, at its very end. */
  async function consumeWithFailures(ownerId: string, failures: number) {
    let runs = 0;
    const requestId = newId("req");
    const ctx = app.contextFor(ownerId, { requestId });
    const principal = { ...ctx.principal, kind: "user" as const, id: ownerId };
    const call = {
      ...ctx,
      principal,
      beforeCommit: async (em: typeof ctx.em) => {
        if (++runs <= failures)
          await executeSql(em, "DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$");
      },
    };
    const result = await app.hub.execute({
      document,
      variables: { input: { appId: "central", amount: 1, description: "x" } },
      call,
    });
    return { result, runs, rows: await rowsOf(requestId) };
  }

  test("a retried transaction leaves one effect and one row", async () => {
    const ownerId = await createSpender(app, 10);
    const { result, runs, rows } = await consumeWithFailures(ownerId, 2);
    expect(result.errors).toBeUndefined();
    expect(runs).toBe(3);
    const { entryId } = result.data!["consumeCredits"] as { entryId: string };
    expect(rows).toMatchObject([{ outcome: "ok", target_id: entryId }]);
    expect((await accountOf(app.database, ownerId)).balance).toBe(9);
  });

  test("a transaction whose last retry fails leaves no effect and one audit row of the failure", async () => {
    const ownerId = await createSpender(app, 10);
    const { result, rows } = await consumeWithFailures(ownerId, 99);
    expect(result.errors?.[0]?.extensions["code"]).toBe("INTERNAL_ERROR");
    expect(rows).toMatchObject([{ outcome: "error", code: "INTERNAL_ERROR" }]);
    expect((await accountOf(app.database, ownerId)).balance).toBe(10);
  });
});
