import { buildSchema, execute, parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chargeFields } from "../../src/access/charge.ts";
import { costs } from "../../src/access/rules.ts";
import { newMeter } from "../../src/context.ts";
import { exactlyOnce } from "../../src/db/idempotency.ts";
import { toMinor } from "../../src/money.ts";
import { holdOperation, settleHold } from "../../subgraphs/hub/credits/charges.service.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { createHubApp, type HubApp } from "./support/hub-app.ts";
import { accountOf, createSpender, ledgerFaults } from "./support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

/** A schema whose fields all cost the 5 credits of a pay run, charged by the hub's own ledger. */
function chargedSchema() {
  const schema = buildSchema("type Query { look: Int } type Mutation { make(n: Int): Int, fail: Int }");
  const mutations = schema.getMutationType()!.getFields();
  mutations["make"]!.resolve = (_parent, input: { n: number }, ctx: HubContext) =>
    exactlyOnce(ctx, { operation: "make", input }, async () => input.n);
  mutations["fail"]!.resolve = () => Promise.reject(new Error("no"));
  schema.getQueryType()!.getFields()["look"]!.resolve = () => 1;
  const cost = costs("payroll.run");
  const rules = { Query: { look: cost }, Mutation: { make: cost, fail: cost } };
  const free = (call: object) => ({ ...(call as HubContext), idempotencyKey: null, beforeCommit: undefined });
  chargeFields(schema, rules, {
    credits: () => ({
      hold: async (call, request) => {
        const { holdId, amount } = await holdOperation(free(call), request);
        return { holdId, amountHundredths: amount };
      },
      capture: async (call, holdId) => {
        const settled = await settleHold(free(call), { holdId, outcome: "capture" });
        return { chargedHundredths: settled.charged, balanceHundredths: settled.balance };
      },
      release: async (call, holdId) => {
        await settleHold(free(call), { holdId, outcome: "release" });
      },
    }),
    settleLater: async () => {},
  });
  return schema;
}

/** Runs a document and answers what it cost, in credits. */
async function costOf(ownerId: string, document: string, idempotencyKey: string | null): Promise<number> {
  const meter = newMeter();
  const contextValue = app.contextFor(ownerId, { idempotencyKey, meter });
  const before = await accountOf(app.database, ownerId);
  const result = await execute({ schema: chargedSchema(), document: parse(document), contextValue });
  if (!document.includes("fail")) expect(result.errors).toBeUndefined();
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

test("what fails is free, and its key can be used again", async () => {
  const ownerId = await createSpender(app, 100);
  expect(await costOf(ownerId, "mutation { fail }", "k")).toBe(0);
  expect(await costOf(ownerId, "mutation { fail }", "k")).toBe(0);
  expect(await ledgerFaults(app.database)).toEqual([]);
});
