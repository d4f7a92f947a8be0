import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/ids.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import type { Headers } from "../walk/door-calls.ts";
import { withoutRequestId } from "../support/without-request-id.ts";

// The walk checks for every operation that a key sent twice has one effect.

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

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

  test("a key of a request refused for its input, principal or credits may be reused", async () => {
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

  test("a key of a request refused by the current state replays the refusal, marked as a replay, at every door", async () => {
    const headers = { ...eve, "idempotency-key": newId("k") };
    const first = await hold(headers);
    expect([first.status, first.headers["idempotent-replayed"]]).toEqual([404, undefined]);
    const again = await hold(headers);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([404, "true"]);
    expect(withoutRequestId(again.body)).toEqual(withoutRequestId(first.body));
    const args = { holdId: "hold_00000000000000000000000000", idempotencyKey: headers["idempotency-key"] };
    const tool = await app.tool("capture_credit_hold", args, eve);
    expect([tool.status, tool.headers["idempotent-replayed"]]).toEqual([404, "true"]);
    expect(withoutRequestId(tool.body)).toEqual(withoutRequestId(first.body));
    const rows = await app.database.query("SELECT outcome FROM hub.audit_log WHERE request_id = ANY($1)", [
      [first, again, tool].map((answer) => answer.headers["x-request-id"]),
    ]);
    expect(rows).toEqual([{ outcome: "error" }]);
  });

  test("idempotency keys are scoped to the principal: another person or another API key has its own", async () => {
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

  test("the key of a document covers each of its fields separately", async () => {
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

  test("50 concurrent requests with one key have one effect and 50 equal bodies", async () => {
    const headers = { ...eve, "idempotency-key": newId("k") };
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend(headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] === "true")).toHaveLength(49);
  });
});
