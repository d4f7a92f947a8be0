import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { settled } from "../support/processor.ts";
import { changesOf } from "../support/table-states.ts";
import { newId } from "../../src/ids.ts";
import { viaGraphql, viaRest, viaTool, type Headers, type Outcome } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";

// Each of these tests goes through every operation.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

/** Events that others send are known by their own id: again they are duplicates, with or without a key. */
const writes = () =>
  [...app.running.router.registry.values()].filter(
    ({ kind, row }) => kind === "mutation" && !row.rest?.rawBody,
  );

/** Waits for imports, which go on bringing rows. */
async function importsDone(): Promise<void> {
  const open = "SELECT 1 FROM hub.crm_imports WHERE status IN ('queued', 'running')";
  await until("imports are done", async () => (await app.database.query(open)).length === 0);
}

/** Writes whose first run ends the caller's own right to call them, so that nobody can send the key again. */
const endsItsCaller = new Set(["DeleteAccount"]);

/** One body for all doors: REST and tools say `success`, GraphQL does not. */
function bare({ body }: Outcome): Record<string, unknown> {
  // What one door says besides: REST of the family, tools of work that goes on.
  const { success: _success, jobId: _jobId, ...rest } = body;
  // Tools mark text from outside.
  return JSON.parse(JSON.stringify(rest), (_key, value: unknown) =>
    typeof value === "object" && value !== null && "untrustedText" in value ? value.untrustedText : value,
  ) as Record<string, unknown>;
}

/** Sends one write with one key through every door that it has, each door's way. */
async function sendAgain(
  operation: StoredOperation,
  input: Record<string, unknown>,
  headers: Headers,
  key: string,
) {
  const quoted = { ...headers, "idempotency-key": `"${key}"` };
  const needsApp: Headers = operation.row.rest?.needsApp
    ? { "x-app-id": operation.access.app ?? "central" }
    : {};
  const again: [string, Outcome][] = [
    ["GraphQL, quoted", await viaGraphql(app)(operation, input, { ...quoted, ...needsApp })],
  ];
  if (operation.row.rest) again.push(["REST, quoted", await viaRest(app)(operation, input, quoted)]);
  if (operation.row.tool) {
    const args = { ...input, idempotencyKey: key };
    again.push(["tool", await viaTool(app)(operation, args, { ...headers, ...needsApp })]);
  }
  return again;
}

describe("a key sent twice", () => {
  test("has one effect and one answer for every write, whichever doors it comes by", async () => {
    for (const operation of writes().filter(({ row }) => !endsItsCaller.has(row.name))) {
      const { name } = operation.row;
      const headers = await callerOf(app, name, eve);
      const input = await samples[name]!.input(app, headers);
      const key = newId("k");
      const first = operation.row.rest ? viaRest(app) : viaTool(app);
      const answer = await first(operation, input, { ...headers, "idempotency-key": key });
      expect.soft(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      expect.soft(answer.headers["idempotent-replayed"], name).toBeUndefined();
      await settled(app);
      await importsDone();
      const changes = await changesOf(app.database, async () => {
        for (const [door, again] of await sendAgain(operation, input, headers, key)) {
          expect.soft(bare(again), `${name} by ${door}: goes through exactlyOnce`).toEqual(bare(answer));
          expect.soft(again.headers["idempotent-replayed"], `${name} by ${door}`).toBe("true");
          const status = operation.row.rest?.replayStatus ?? answer.status;
          if (door.startsWith("REST")) expect.soft(again.status, name).toBe(status);
        }
      });
      expect.soft(changes, `${name}: a replay changes nothing`).toBeNull();
    }
  });

  test("with another input is 422 for every write whose input can differ", async () => {
    let compared = 0;
    for (const operation of writes().filter(({ row }) => !endsItsCaller.has(row.name))) {
      const { name } = operation.row;
      const headers = await callerOf(app, name, eve);
      const input = await samples[name]!.input(app, headers);
      const keyed = { ...headers, "idempotency-key": newId("k") };
      const send = operation.row.rest ? viaRest(app) : viaTool(app);
      expect.soft((await send(operation, input, keyed)).status, name).toBeLessThan(300);
      const other = await samples[name]!.input(app, headers);
      if (JSON.stringify(input) === JSON.stringify(other)) continue;
      compared += 1;
      const refused = await send(operation, other, keyed);
      expect.soft(refused, name).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
      expect.soft(refused.headers["idempotent-replayed"], name).toBeUndefined();
    }
    expect(compared).toBeGreaterThan(5);
  });
});

describe("a key", () => {
  const consume = { appId: "central", amount: 1, description: "x" };
  const spend = (headers: Headers, body: object = consume) => app.post("/credits/consume", body, headers);
  const hold = (headers: Headers) =>
    app.post("/credits/holds/hold_00000000000000000000000000/capture", {}, headers);

  test.each(["", '""', "a b", "ä", "x".repeat(256)])(
    "of the form %j is refused at every door",
    async (key) => {
      const headers = { ...eve, "idempotency-key": key };
      const answers = [
        await spend(headers),
        await app.graphql("mutation { unsaveProperty(input: {}) { __typename } }", {}, headers),
        await app.tool("consume_credits", { ...consume, idempotencyKey: key }, eve),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain("VALIDATION_ERROR");
      }
    },
  );

  test("of a call that was refused for its input, its caller or its credits may be used again", async () => {
    const owner = newId("usr");
    const auth = { authorization: `Bearer ${await app.tokenFor({ sub: owner })}`, "idempotency-key": "k" };
    expect((await spend(auth, { ...consume, amount: 0 })).status).toBe(400);
    expect((await spend({ ...app.withKey("reader"), "idempotency-key": "k" })).status).toBe(403);
    expect((await spend(auth)).body).toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    const again = await spend(auth);
    expect(again.headers["idempotent-replayed"]).toBeUndefined();
    const rows = await app.database.query("SELECT 1 FROM hub.idempotency_keys WHERE principal = $1", [owner]);
    expect(rows).toEqual([]);
  });

  test("of a call that was refused by how things stand gets the same refusal, and says so, at every door", async () => {
    const headers = { ...eve, "idempotency-key": newId("k") };
    const first = await hold(headers);
    expect([first.status, first.headers["idempotent-replayed"]]).toEqual([404, undefined]);
    const again = await hold(headers);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([404, "true"]);
    expect(again.text).toBe(first.text);
    const args = { holdId: "hold_00000000000000000000000000", idempotencyKey: headers["idempotency-key"] };
    const tool = await app.tool("capture_credit_hold", args, eve);
    expect([tool.status, tool.headers["idempotent-replayed"], tool.text]).toEqual([404, "true", first.text]);
    const rows = await app.database.query("SELECT outcome FROM hub.audit_log WHERE request_id = ANY($1)", [
      [first, again, tool].map((answer) => answer.headers["x-request-id"]),
    ]);
    expect(rows).toEqual([{ outcome: "error" }]);
  });

  test("counts for one caller: another person, and another key of the same account, have their own", async () => {
    const idempotencyKey = newId("k");
    const place = (headers: Headers) =>
      app.post("/credits/holds", consume, { ...headers, "idempotency-key": idempotencyKey });
    const holdIds = new Set<string>();
    for (const headers of [eve, await app.as("pia"), app.withKey("full")]) {
      const answer = await place(headers);
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
      holdIds.add(answer.body.holdId as string);
      expect((await place(headers)).body.holdId).toBe(answer.body.holdId);
    }
    expect(holdIds.size).toBe(3);
  });

  test("of a document covers each of its fields by itself", async () => {
    const field = 'placeCreditHold(input: { appId: "central", amount: 1, description: "x" }) { holdId }';
    const other = field.replace("amount: 1", "amount: 2");
    const document = `mutation { ${field} a: ${field} b: ${other} }`;
    const headers = { ...eve, "idempotency-key": newId("k") };
    const first = await app.graphql(document, {}, headers);
    expect(first.body.errors).toBeUndefined();
    const ids = Object.values(first.body.data as Record<string, { holdId: string }>).map(
      ({ holdId }) => holdId,
    );
    expect(new Set(ids).size).toBe(3);
    const again = await app.graphql(document, {}, headers);
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const rest = await app.post("/credits/holds", { appId: "central", amount: 1, description: "x" }, headers);
    expect(rest.body.holdId).toBe(ids[0]);
  });

  test("50 times at once has one effect and 50 equal bodies", async () => {
    const headers = { ...eve, "idempotency-key": newId("k") };
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend(headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] === "true")).toHaveLength(49);
  });
});
