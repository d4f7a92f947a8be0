import { buildSchema, execute, parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chargeFields } from "../../src/access/charge.ts";
import type { Principal } from "../../src/access/principal.ts";
import { costs } from "../../src/access/rules.ts";
import { newMeter } from "../../src/context.ts";
import { exactlyOnce } from "../../src/db/idempotency.ts";
import { toMinor } from "../../src/money.ts";
import { findOperationPrice } from "../../subgraphs/hub/credits/catalogue.service.ts";
import { chargeOperation, holdOperation, settleHold } from "../../subgraphs/hub/credits/charges.service.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import type { HubApp } from "./support/hub-app.ts";
import { openSharedHubApp } from "./support/shared-hub-app.ts";
import { accountOf, createSpender, ledgerFaults } from "./support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

/** A schema whose fields all cost the 5 credits of a pay run, charged by the hub's own ledger. */
function chargedSchema() {
  const schema = buildSchema(
    "type Query { look: Int, miss: Int } type Mutation { make(n: Int): Int, fail: Int }",
  );
  const mutations = schema.getMutationType()!.getFields();
  mutations["make"]!.resolve = (_parent, input: { n: number }, ctx: HubContext) =>
    exactlyOnce(ctx, { operation: "make", input }, async () => input.n);
  mutations["fail"]!.resolve = () => Promise.reject(new Error("no"));
  schema.getQueryType()!.getFields()["look"]!.resolve = () => 1;
  schema.getQueryType()!.getFields()["miss"]!.resolve = () => Promise.reject(new Error("no"));
  const cost = costs("payroll.run");
  const rules = { Query: { look: cost, miss: cost }, Mutation: { make: cost, fail: cost } };
  const free = (call: object) => ({ ...(call as HubContext), idempotencyKey: null, beforeCommit: undefined });
  chargeFields(schema, rules, {
    credits: () => ({
      hold: async (call, request) => {
        const { holdId, amount } = await holdOperation(free(call), request);
        return { holdId, amountHundredths: amount };
      },
      price: async (call, { operation }) => (await findOperationPrice(call as HubContext, operation)).cost,
      capture: async (call, holdId) => {
        const settled = await settleHold(free(call), { holdId, outcome: "capture" });
        return { chargedHundredths: settled.charged, balanceHundredths: settled.balance };
      },
      charge: async (call, request) => {
        const { charged, balance } = await chargeOperation(free(call), request);
        return { chargedHundredths: charged, balanceHundredths: balance };
      },
      release: async (call, holdId) => {
        await settleHold(free(call), { holdId, outcome: "release" });
      },
    }),
    settleLater: async () => {},
  });
  return schema;
}

async function run(
  ownerId: string,
  document: string,
  { idempotencyKey = null as string | null, meter = newMeter(), kind = "user" as Principal["kind"] },
) {
  const own = app.contextFor(ownerId, { idempotencyKey, meter });
  const contextValue = { ...own, principal: { ...own.principal, kind } };
  return execute({ schema: chargedSchema(), document: parse(document), contextValue });
}

/** Runs a document and returns what it cost, in credits. */
async function costOf(ownerId: string, document: string, idempotencyKey: string | null): Promise<number> {
  const meter = newMeter();
  const before = await accountOf(app.database, ownerId);
  const result = await run(ownerId, document, { idempotencyKey, meter });
  if (!/fail|miss/.test(document)) expect(result.errors).toBeUndefined();
  const after = await accountOf(app.database, ownerId);
  expect(after.held).toBe(0);
  expect(toMinor(before.balance - after.balance, 2)).toBe(meter.chargedHundredths);
  return before.balance - after.balance;
}

test("a mutation is charged once for its key, and each time without one", async () => {
  const ownerId = await createSpender(app, 100);
  expect(await costOf(ownerId, "mutation { make(n: 1) }", "k")).toBe(5);
  expect(await costOf(ownerId, "mutation { make(n: 1) }", "k")).toBe(0);
  expect(await costOf(ownerId, "mutation { make(n: 1) }", null)).toBe(5);
  expect(await costOf(ownerId, "mutation { make(n: 1) }", null)).toBe(5);
});

test("a query is charged each time, whatever key comes with it", async () => {
  const ownerId = await createSpender(app, 100);
  expect(await costOf(ownerId, "{ look }", "k")).toBe(5);
  expect(await costOf(ownerId, "{ look }", "k")).toBe(5);
});

test("a failed operation is free, and its key can be used again", async () => {
  const ownerId = await createSpender(app, 100);
  expect(await costOf(ownerId, "mutation { fail }", "k")).toBe(0);
  expect(await costOf(ownerId, "mutation { fail }", "k")).toBe(0);
  expect(await costOf(ownerId, "{ miss }", null)).toBe(0);
  expect(await ledgerFaults(app.database)).toEqual([]);
});

test("a query without enough credits gets 402 and no data, and debits nothing", async () => {
  const ownerId = await createSpender(app, 4.99);
  for (const owner of [ownerId, "nobody-with-an-account"]) {
    const { data, errors } = await run(owner, "{ look }", {});
    expect(data).toEqual({ look: null });
    expect(errors?.[0]?.originalError).toMatchObject({ code: "INSUFFICIENT_CREDITS", status: 402 });
  }
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 4.99, held: 0 });
});

test("internal operations of the platform are free", async () => {
  const ownerId = await createSpender(app, 5);
  const { data } = await run(ownerId, "{ look }", { kind: "internal" });
  expect(data).toEqual({ look: 1 });
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 5, held: 0 });
});

test("of many concurrent queries exactly as many succeed as can be paid for", async () => {
  const ownerId = await createSpender(app, 52);
  const results = await Promise.all(Array.from({ length: 40 }, () => run(ownerId, "{ look }", {})));
  expect(results.filter(({ data }) => data?.["look"] === 1)).toHaveLength(10);
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 2, held: 0 });
  expect(await ledgerFaults(app.database)).toEqual([]);
});

test("a query debits the app's own credit account, or else the central one, and appears in its usage", async () => {
  const ownerId = await createSpender(app, 20);
  await createSpender(app, 7, { appId: "invoicer", ownerId });
  const ctx = app.contextFor(ownerId);
  const charged = (appId: string) => chargeOperation(ctx, { operation: "payroll.run", appId });
  expect(await charged("invoicer")).toEqual({ charged: 500, balance: 200 });
  expect(await charged("payroll")).toEqual({ charged: 500, balance: 1500 });
  await expect(charged("invoicer")).rejects.toMatchObject({ status: 402 });
  const rows = await app.database.query(
    "SELECT DISTINCT type, operation FROM hub.credit_entries WHERE owner_id = $1 AND amount < 0",
    [ownerId],
  );
  expect(rows).toEqual([{ type: "consume", operation: "payroll.run" }]);
});

test("an operation that is not on the price list is free, also for an account without credits", async () => {
  const ctx = app.contextFor("nobody-with-an-account");
  expect(await chargeOperation(ctx, { operation: "unheard.of", appId: "central" })).toEqual({
    charged: 0,
    balance: null,
  });
});
