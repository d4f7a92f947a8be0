import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { chargeOperation, holdOperation } from "../../../subgraphs/hub/credits/charges.service.ts";
import { expireHolds } from "../../../subgraphs/hub/credits/holds.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, createSpender, grant, ledgerFaults } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const holdDocument = parse(
  "mutation($input: HoldOperationInput!) { holdOperationCredits(input: $input) { holdId amount } }",
);
const settleDocument = parse(
  "mutation($input: SettleHoldInput!) { settleOperationHold(input: $input) { charged balance } }",
);

/** Holds the price of `payroll.run`, 5 credits, by default. */
async function hold(ownerId: string, over: { operation?: string; appId?: string; key?: string } = {}) {
  const input = { operation: "payroll.run", appId: "central", key: newId("key"), ...over };
  const { data, errors } = await app.internally(holdDocument, { input }, ownerId);
  return { ...(data?.["holdOperationCredits"] as { holdId: string; amount: number }), error: errors?.[0] };
}

async function settle(ownerId: string, holdId: string, outcome: "capture" | "release") {
  const { data, errors } = await app.internally(settleDocument, { input: { holdId, outcome } }, ownerId);
  expect(errors).toBeUndefined();
  return data!["settleOperationHold"] as { charged: number; balance: number };
}

describe("holding the price of an operation", () => {
  test("an operation holds exactly its price", async () => {
    const ownerId = await createSpender(app, 7);
    expect(await hold(ownerId)).toMatchObject({ amount: 5, holdId: expect.stringMatching(/^hold_/) });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 5 });
  });

  test("the same key finds the same hold, pending or captured", async () => {
    const ownerId = await createSpender(app, 7);
    const first = await hold(ownerId, { key: "k" });
    expect((await hold(ownerId, { key: "k" })).holdId).toBe(first.holdId);
    await settle(ownerId, first.holdId, "capture");
    expect((await hold(ownerId, { key: "k" })).holdId).toBe(first.holdId);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 2, held: 0 });
  });

  test("a day later the same key is another operation, and is paid for again", async () => {
    const ownerId = await createSpender(app, 10);
    const { holdId } = await hold(ownerId, { key: "k" });
    await settle(ownerId, holdId, "capture");
    const at = new Date(Date.now() + 24 * 3_600_000 + 1000);
    const input = { operation: "payroll.run", appId: "central", key: "k" };
    const later = await holdOperation(app.contextFor(ownerId, { at }), input);
    expect(later.holdId).not.toBe(holdId);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 5, held: 5 });
    // The first one can still be settled by its id.
    expect(await settle(ownerId, holdId, "capture")).toEqual({ charged: 0, balance: 5 });
  });

  test("20 parallel requests with one key place one hold", async () => {
    const ownerId = await createSpender(app, 100);
    const held = await Promise.all(Array.from({ length: 20 }, () => hold(ownerId, { key: "k" })));
    expect(new Set(held.map(({ holdId }) => holdId)).size).toBe(1);
    expect(held[0]!.holdId).toMatch(/^hold_/);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 100, held: 5 });
  });

  test("a key is separate per account, and after a release", async () => {
    const [one, two] = [await createSpender(app, 5), await createSpender(app, 5)];
    const first = await hold(one, { key: "k" });
    expect((await hold(two, { key: "k" })).holdId).not.toBe(first.holdId);
    await settle(one, first.holdId, "release");
    const second = await hold(one, { key: "k" });
    expect(second.holdId).not.toBe(first.holdId);
    expect(second.error).toBeUndefined();
  });

  test.each([
    ["too little", 4.99],
    ["nothing", 0],
  ])("%s in the account is 402 with what is short", async (_, credits) => {
    const ownerId = credits > 0 ? await createSpender(app, credits) : newId("usr");
    const { error } = await hold(ownerId);
    expect(error?.extensions).toEqual({
      code: "INSUFFICIENT_CREDITS",
      details: { balance: credits, required: 5, shortfall: Math.round((5 - credits) * 100) / 100 },
      http: { status: 402 },
    });
    expect((await accountOf(app.database, ownerId)).held).toBe(0);
  });

  test("an operation without a price is free, also for an account without credits", async () => {
    expect(await hold(newId("usr"), { operation: "no.such.operation" })).toMatchObject({
      holdId: null,
      amount: 0,
    });
  });

  test("an operation that is switched off is free", async () => {
    await app.database.query("UPDATE hub.operation_costs SET enabled = false WHERE operation = 'bank.sync'");
    expect(await hold(newId("usr"), { operation: "bank.sync" })).toMatchObject({ holdId: null });
  });

  test("the named app's credits are used if it has an account, otherwise those of central", async () => {
    const ownerId = await createSpender(app, 50);
    await hold(ownerId, { appId: "invoicer" });
    expect((await accountOf(app.database, ownerId)).held).toBe(5);
    await grant(app, ownerId, 6, { appId: "invoicer" });
    await hold(ownerId, { appId: "invoicer" });
    expect((await accountOf(app.database, ownerId)).held).toBe(5);
    expect((await accountOf(app.database, ownerId, "invoicer")).held).toBe(5);
  });
});

describe("charging a read-only operation", () => {
  const charge = async (ownerId: string, appId = "central") =>
    chargeOperation(app.contextFor(ownerId), { operation: "payroll.run", appId });

  test("debits the account of the app, else that of central", async () => {
    const ownerId = await createSpender(app, 12);
    expect(await charge(ownerId, "invoicer")).toEqual({ charged: 500, balance: 700 });
    await grant(app, ownerId, 6, { appId: "invoicer" });
    expect(await charge(ownerId, "invoicer")).toEqual({ charged: 500, balance: 100 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 0 });
  });

  test.each([
    ["too little", 4.99],
    ["nothing", 0],
  ])("%s in the account is 402 with what is short", async (_, credits) => {
    const ownerId = credits > 0 ? await createSpender(app, credits) : newId("usr");
    await expect(charge(ownerId)).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { balance: credits, required: 5 },
      status: 402,
    });
  });
});

describe("settling", () => {
  test("a hold captured twice, sequentially or by 20 at once, is charged once", async () => {
    const ownerId = await createSpender(app, 20);
    const { holdId } = await hold(ownerId);
    const settled = await Promise.all(Array.from({ length: 20 }, () => settle(ownerId, holdId, "capture")));
    expect(settled.filter(({ charged }) => charged === 5)).toHaveLength(1);
    expect(await settle(ownerId, holdId, "capture")).toEqual({ charged: 0, balance: 15 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 15, held: 0 });
  });

  test("a release after the capture changes nothing", async () => {
    const ownerId = await createSpender(app, 20);
    const { holdId } = await hold(ownerId);
    await settle(ownerId, holdId, "capture");
    expect(await settle(ownerId, holdId, "release")).toEqual({ charged: 0, balance: 15 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 15, held: 0 });
  });

  test("a release returns the whole amount, once", async () => {
    const ownerId = await createSpender(app, 20);
    const { holdId } = await hold(ownerId);
    expect(await settle(ownerId, holdId, "release")).toEqual({ charged: 0, balance: 20 });
    await settle(ownerId, holdId, "release");
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 20, held: 0 });
  });

  test("a capture after the release charges late", async () => {
    const ownerId = await createSpender(app, 20);
    const { holdId } = await hold(ownerId);
    await settle(ownerId, holdId, "release");
    expect(await settle(ownerId, holdId, "capture")).toEqual({ charged: 5, balance: 15 });
    expect(await settle(ownerId, holdId, "capture")).toEqual({ charged: 0, balance: 15 });
  });

  test("a capture after the release charges late, also while a repeated call holds the price again", async () => {
    const ownerId = await createSpender(app, 12);
    const first = await hold(ownerId, { key: "k" });
    await settle(ownerId, first.holdId, "release");
    const repeated = await hold(ownerId, { key: "k" });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 12, held: 5 });
    expect(await settle(ownerId, first.holdId, "capture")).toEqual({ charged: 5, balance: 7 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 0 });
    expect(await settle(ownerId, repeated.holdId, "release")).toEqual({ charged: 0, balance: 7 });
    expect((await hold(ownerId, { key: "k" })).holdId).toBe(first.holdId);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 0 });
  });

  test("a capture a day after the release does not change a later hold with the same key", async () => {
    const ownerId = await createSpender(app, 12);
    const first = await hold(ownerId, { key: "k" });
    await settle(ownerId, first.holdId, "release");
    const at = new Date(Date.now() + 24 * 3_600_000 + 1000);
    const input = { operation: "payroll.run", appId: "central", key: "k" };
    const later = await holdOperation(app.contextFor(ownerId, { at }), input);
    expect(await settle(ownerId, first.holdId, "capture")).toEqual({ charged: 5, balance: 7 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 5 });
    expect(await settle(ownerId, later.holdId!, "capture")).toEqual({ charged: 5, balance: 2 });
  });

  test("a capture after expiry charges late, into a debt if need be, which the next credits pay first", async () => {
    const ownerId = await createSpender(app, 5);
    const { holdId } = await hold(ownerId);
    await expireHolds(app.contextFor(null, { at: new Date(Date.now() + 25 * 3_600_000) }));
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 5, held: 0 });
    const headers = await app.as(ownerId);
    await app.post("/credits/consume", { appId: "central", amount: 3, description: "x" }, headers);
    expect(await settle(ownerId, holdId, "capture")).toEqual({ charged: 5, balance: -3 });
    const refused = await app.post(
      "/credits/consume",
      { appId: "central", amount: 0.01, description: "x" },
      headers,
    );
    expect(refused.body.details).toEqual({ balance: -3, required: 0.01, shortfall: 3.01 });
    await grant(app, ownerId, 10);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 7, held: 0 });
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("the hold of another account does not exist", async () => {
    const { holdId } = await hold(await createSpender(app, 5));
    const stranger = await createSpender(app, 5);
    const input = { holdId, outcome: "capture" };
    const { errors } = await app.internally(settleDocument, { input }, stranger);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "HOLD_NOT_FOUND", http: { status: 404 } });
  });

  test("the history names the charged operation", async () => {
    const ownerId = await createSpender(app, 5);
    const { holdId } = await hold(ownerId);
    await settle(ownerId, holdId, "capture");
    const { body } = await app.get("/credits/history/central?limit=1", await app.as(ownerId));
    expect(body.transactions[0]).toMatchObject({
      type: "hold_capture",
      amount: -5,
      operation: "payroll.run",
      holdId,
    });
  });
});

test("only the platform itself can hold and settle charges", async () => {
  const headers = await app.as("demo-ada", { roles: ["admin"] });
  const names = ["holdOperationCredits", "settleOperationHold"];
  for (const name of names) {
    const { body } = await app.graphql(`mutation { ${name}(input: {}) { __typename } }`, {}, headers);
    expect(body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  }
  const call = {
    ...app.contextFor("demo-ada"),
    principal: { ...app.contextFor("demo-ada").principal, kind: "user" as const },
  };
  const input = { operation: "payroll.run", appId: "central", key: "k" };
  const { errors } = await app.hub.execute({ document: holdDocument, variables: { input }, call });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
