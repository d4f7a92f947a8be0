import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let production: TestApp;
let pia: Record<string, string>;
let admin: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  production = await createTestApp({ NODE_ENV: "production", DEMO: "1", ALLOW_DEMO: "1" });
  pia = await app.as("pia");
  admin = await production.as("ada");
});
afterAll(async () => {
  await app.close();
  await production.close();
});

const wanted = { "x-query-plan": "1" };
const join = '{ creditBalance(appId: "central") { balance } searchProperties(pageSize: 1) { total } }';

/** Names of the subgraphs that a printed plan fetches from. */
const servicesOf = (text: string): string[] =>
  [...text.matchAll(/Fetch\(service: "(\w+)"\)/g)].map(([, name]) => name!);

describe("a principal who may see plans", () => {
  test("the query plan is returned with its text and the time of every fetch beside the same result", async () => {
    const plain = await app.graphql(join, {}, pia);
    const answer = await app.graphql(join, {}, { ...pia, ...wanted });
    expect(plain.body.extensions).toBeUndefined();
    expect(answer.body.data).toEqual(plain.body.data);
    const { plan } = answer.body.extensions;
    expect(plan.json.kind).toBe("QueryPlan");
    expect(servicesOf(plan.text).sort()).toEqual(["hub", "property"]);
    expect(plan.fetches.map((fetch: { subgraph: string }) => fetch.subgraph).sort()).toEqual([
      "hub",
      "property",
    ]);
    for (const { startedAtMs, durationMs, path } of plan.fetches) {
      expect(path).toBe("");
      expect(startedAtMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeGreaterThan(0);
      expect(startedAtMs + durationMs).toBeLessThanOrEqual(plan.totalMs);
    }
  });

  test("the plan report says whether the plan was cached, and the planning time otherwise", async () => {
    const query = 'query Planned { creditBalance(appId: "central") { balance } }';
    const first = (await app.graphql(query, {}, { ...pia, ...wanted })).body.extensions.plan;
    expect(first.cached).toBe(false);
    expect(first.planningMs).toBeGreaterThan(0);
    const second = (await app.graphql(query, {}, { ...pia, ...wanted })).body.extensions.plan;
    expect([second.cached, second.planningMs]).toEqual([true, 0]);
  });

  test("the plan report has the error code of a failed fetch", async () => {
    const answer = await app.graphql(`{ property(id: "prop_none") { id } }`, {}, { ...pia, ...wanted });
    const code = answer.body.errors[0].extensions.code as string;
    expect(answer.body.extensions.plan.fetches).toMatchObject([{ subgraph: "property", error: code }]);
  });

  test("x-query-plan: only returns the plan without running it", async () => {
    const balance = async () => (await app.get("/credits/balance/central", pia)).body.balance as number;
    const before = await balance();
    const mutation = `mutation { consumeCredits(input: { appId: "central", amount: 1, description: "x" }) { balance } }`;
    const answer = await app.graphql(mutation, {}, { ...pia, "x-query-plan": "only" });
    expect(answer.body.data).toBeNull();
    expect(answer.body.errors).toBeUndefined();
    const { plan } = answer.body.extensions;
    expect([plan.fetches, servicesOf(plan.text)]).toEqual([[], ["hub"]]);
    expect(plan.text).toContain("consumeCredits");
    expect(await balance()).toBe(before);
    const ran = await app.graphql(mutation, {}, { ...pia, ...wanted });
    expect(ran.body.extensions.plan.fetches).toHaveLength(1);
    expect(await balance()).toBe(before - 1);
  });

  test("the plan of an operation that the router answers itself is empty", async () => {
    const query = "{ __typename __schema { queryType { name } } }";
    const { data, extensions } = (await app.graphql(query, {}, { ...pia, ...wanted })).body;
    expect(data.__schema.queryType.name).toBe("Query");
    expect(extensions.plan).toMatchObject({ json: { kind: "QueryPlan" }, text: "QueryPlan {}", fetches: [] });
  });

  test("other doors return no query plan", async () => {
    const answer = await app.get("/credits/balance/central", { ...pia, ...wanted });
    expect(answer.body.extensions).toBeUndefined();
  });
});

describe("in production", () => {
  const planOf = (answer: Answer): unknown => answer.body.extensions?.plan;

  test.each(["1", "only"])("the header is ignored (%s) but for admins", async (header) => {
    const query = `{ creditBalance(appId: "central") { balance } }`;
    const ask = (headers: Record<string, string>) =>
      production.graphql(query, {}, { ...headers, "x-query-plan": header });
    const others = [await production.as("eve"), production.withKey("full"), {}];
    for (const headers of others) expect(planOf(await ask(headers))).toBeUndefined();
    expect((await ask(others[0]!)).body.data.creditBalance.balance).toBeTypeOf("number");
    expect(planOf(await ask(admin))).toMatchObject({ json: { kind: "QueryPlan" } });
  });
});
