import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { samples } from "../walk/samples/door-samples.ts";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { consume, moneyCalls, type Args, type Headers } from "./money-calls.ts";

vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const money = moneyCalls(() => app);
const { spent } = money;
const call = (name: string, args: Args, headers: Headers = eve, beside: object = {}) =>
  money.call(name, args, headers, beside);
const askedFor = (name: string, args: Args, headers: Headers = eve) => money.askedFor(name, args, headers);

const at = (start: number, seconds: number, headers: Headers = eve): Headers => ({
  ...headers,
  "x-test-clock": new Date(start + seconds * 1000).toISOString(),
});

describe("an unconfirmed money tool", () => {
  test("an unconfirmed money tool does nothing, and states its effect, its price and how to confirm", async () => {
    const { status, body } = await call("consume_credits", consume("not agreed", 7));
    expect(status).toBe(428);
    expect(body).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      details: {
        reason: "required",
        confirmationId: expect.stringMatching(/^cfm_[\w-]+\.[\w-]{43}$/),
        expiresAt: expect.any(String),
        summary: expect.stringMatching(/Consume credits.*\n- amount: 7\n[^]*- description: not agreed/),
      },
    });
    const left = new Date(body.details.expiresAt as string).getTime() - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    expect(await spent("not agreed")).toBe(0);
  });

  test("`confirm` among the arguments does not run a money tool, because the model writes it", async () => {
    const direct = await call("consume_credits", { ...consume("model says so"), confirm: true });
    const through = await call("call_tool", {
      name: "consume_credits",
      arguments: { ...consume("model says so"), confirm: true },
      confirm: true,
    });
    for (const { status, body } of [direct, through])
      expect([status, body.code]).toEqual([428, "CONFIRMATION_REQUIRED"]);
    expect(await spent("model says so")).toBe(0);
  });

  test("runs by `confirm` beside the arguments, with which a program vouches", async () => {
    expect((await call("consume_credits", consume("vouched"), eve, { confirm: true })).status).toBe(200);
    const inner = { name: "consume_credits", arguments: consume("vouched inner") };
    expect((await call("call_tool", inner, eve, { confirm: true })).status).toBe(200);
    expect([await spent("vouched"), await spent("vouched inner")]).toEqual([1, 1]);
    const wrong = await call("consume_credits", consume("vouched"), eve, { confirm: "yes" });
    expect(wrong.body.details.fields).toMatchObject([{ path: "confirm", rule: "type" }]);
  });

  test("a money tool call that would fail anyway is refused before confirmation", async () => {
    const wrong = await call("consume_credits", { appId: "central", amount: -1 });
    expect([wrong.status, wrong.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const denied = await call("consume_credits", consume("denied"), app.withKey("reader"));
    expect([denied.status, denied.body.code]).toEqual([403, "FORBIDDEN"]);
    expect((await call("consume_credits", consume("nobody"), {})).body.code).toBe("MISSING_TOKEN");
  });
});

describe("a confirmation id", () => {
  test("a confirmation runs its call once, and replays the first result after that", async () => {
    const args = consume("confirmed once");
    const confirmationId = await askedFor("consume_credits", args);
    const [first, again] = [
      await call("consume_credits", { ...args, confirmationId }),
      await call("consume_credits", {
        confirmationId,
        description: args.description,
        amount: 1,
        appId: "central",
      }),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body.deduplicated).toBeUndefined();
    expect(again.body).toEqual({ ...first.body, deduplicated: true });
    expect(await spent("confirmed once")).toBe(1);
  });

  test("a confirmation is valid once also after the two-minute duplicate window", async () => {
    const start = Date.now();
    const args = consume("confirmed late");
    const confirmationId = await askedFor("consume_credits", args, at(start, 0));
    for (const seconds of [1, 200, 599])
      expect((await call("consume_credits", { ...args, confirmationId }, at(start, seconds))).status).toBe(
        200,
      );
    expect(await spent("confirmed late")).toBe(1);
  });

  test("a confirmation sent several times concurrently has one effect", async () => {
    const args = consume("confirmed race");
    const confirmationId = await askedFor("consume_credits", args);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call("consume_credits", { ...args, confirmationId })),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(answers.filter(({ status, body }) => status === 200 && !body.deduplicated)).toHaveLength(1);
    expect(await spent("confirmed race")).toBe(1);
  });

  test("a confirmation for another call is refused with the reason and a fresh id", async () => {
    const start = Date.now();
    const args = consume("confirmed other");
    const id = await askedFor("consume_credits", args);
    const [payload, mac] = id.slice("cfm_".length).split(".") as [string, string];
    const state = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const sealed = (secret: string, change: object) => {
      const text = Buffer.from(JSON.stringify({ ...state, ...change })).toString("base64url");
      const label = createHmac("sha256", secret).update("tool confirmation 1\0").update(text);
      return `cfm_${text}.${label.digest("base64url")}`;
    };
    const longer = Buffer.from(JSON.stringify({ ...state, askedAt: start + 3_600_000 })).toString(
      "base64url",
    );
    const send = (change: Args, headers: Headers = eve) =>
      call("consume_credits", { ...args, confirmationId: id, ...change }, headers);
    const refused: [string, string, Answer][] = [
      ["made up", "invalid", await send({ confirmationId: "yes" })],
      ["signed with another secret", "invalid", await send({ confirmationId: sealed("x".repeat(43), {}) })],
      ["signed with nothing", "invalid", await send({ confirmationId: sealed("", {}) })],
      ["with a changed state", "invalid", await send({ confirmationId: `cfm_${longer}.${mac}` })],
      ["with a changed signature", "invalid", await send({ confirmationId: `${id.slice(0, -3)}abc` })],
      ["without a signature", "invalid", await send({ confirmationId: `cfm_${payload}.` })],
      ["too late", "expired", await send({}, at(start, 602))],
      ["of another amount", "arguments", await send({ amount: 2 })],
      ["with one more argument", "arguments", await send({ metadata: { a: 1 } })],
      ["of another person", "caller", await send({}, await app.as("bo"))],
      ["of a key of the same owner", "caller", await send({}, app.withKey("full"))],
      ["for another app", "caller", await send({}, { ...eve, "x-app-id": "invoicer" })],
      ["under another key", "idempotencyKey", await send({ idempotencyKey: randomUUID() })],
      ["under another header", "idempotencyKey", await send({}, { ...eve, "idempotency-key": randomUUID() })],
      ["of another tool", "tool", await call("place_credit_hold", { ...args, confirmationId: id })],
    ];
    for (const [what, reason, { status, body }] of refused) {
      expect
        .soft([status, body.code, body.details.reason], what)
        .toEqual([428, "CONFIRMATION_REQUIRED", reason]);
      expect.soft(body.details.confirmationId, what).not.toBe(id);
    }
    expect(await spent("confirmed other")).toBe(0);
    for (const wrong of [5, "", "x".repeat(1001), null]) {
      const { body } = await send({ confirmationId: wrong });
      expect(body.details.fields, JSON.stringify(wrong)).toMatchObject([{ path: "confirmationId" }]);
    }
    // Nothing of this has used it up.
    expect((await send({})).status).toBe(200);
  });

  test("a confirmation of another key of the same owner is refused", async () => {
    const made = await app.post("/api-keys", { name: "second", scopes: ["write:credits"] }, eve);
    const second = { "x-api-key": made.body.key as string };
    const args = consume("two keys");
    const confirmationId = await askedFor("consume_credits", args, app.withKey("full"));
    const { body } = await call("consume_credits", { ...args, confirmationId }, second);
    expect([body.code, body.details.reason]).toEqual(["CONFIRMATION_REQUIRED", "caller"]);
    expect(await spent("two keys")).toBe(0);
  });

  test("a confirmation is bound to the idempotency key of the call", async () => {
    const args = { ...consume("confirmed with key"), idempotencyKey: randomUUID() };
    const confirmationId = await askedFor("consume_credits", args);
    const first = await call("consume_credits", { ...args, confirmationId });
    expect(first.status).toBe(200);
    const later = await askedFor("consume_credits", args);
    const again = await call("consume_credits", { ...args, confirmationId: later });
    expect(again.body).toMatchObject(first.body);
    expect(await spent("confirmed with key")).toBe(1);
  });

  test("a confirmation is void when the price changes", async () => {
    const sample = samples["RecordPayment"]!;
    const headers = { ...eve, "x-app-id": "invoicer" };
    const args = await sample.input(app, headers);
    const confirmationId = await askedFor("record_payment", args);
    const cost = app.running.router.registry.get("RecordPayment")!.access.cost!;
    const setPrice = (by: string) =>
      app.database.query(`UPDATE hub.operation_costs SET cost = cost ${by} WHERE operation = $1`, [cost]);
    await setPrice("+ 100");
    try {
      const { status, body } = await call("record_payment", { ...args, confirmationId });
      expect([status, body.details.reason]).toEqual([428, "price"]);
      const again = await call("record_payment", { ...args, confirmationId: body.details.confirmationId });
      expect(again.status, again.text).toBeLessThan(300);
    } finally {
      await setPrice("- 100");
    }
  });

  test("comes with a dry run, too, whose confirmed call is then one flow", async () => {
    const args = consume("after a dry run");
    const dry = await call("consume_credits", args, eve, { dryRun: true });
    expect(dry.body).toMatchObject({
      dryRun: true,
      confirmation: {
        confirmationId: expect.any(String),
        summary: expect.stringContaining("after a dry run"),
      },
    });
    expect(await spent("after a dry run")).toBe(0);
    const { confirmationId } = dry.body.confirmation;
    expect((await call("consume_credits", { ...args, confirmationId })).status).toBe(200);
    expect(await spent("after a dry run")).toBe(1);
    const unconfirmed = await call(
      "create_invoice",
      { client: "a@b.example", items: [{ description: "x", amount: 1 }] },
      eve,
      { dryRun: true },
    );
    expect(unconfirmed.body.confirmation).toBeUndefined();
  });
});
