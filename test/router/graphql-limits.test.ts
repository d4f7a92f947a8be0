import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  headers = await app.as("pia");
});
afterAll(() => app.close());

const ask = (query: string, variables: Record<string, unknown> = {}): Promise<Answer> =>
  app.graphql(query, variables, { ...headers, accept: "application/graphql-response+json" });
const codeOf = (answer: Answer): unknown => answer.body.errors?.[0]?.extensions?.code;

describe("documents within the bounds pass, one step beyond is refused", () => {
  const shapes: [string, (count: number) => string, number, string][] = [
    [
      "aliases",
      (count) => `{ me { ${Array.from({ length: count }, (_, index) => `a${index}: id`).join(" ")} } }`,
      15,
      "QUERY_TOO_COMPLEX",
    ],
    ["root fields", (count) => `{ ${"__typename ".repeat(count)} }`, 10, "QUERY_TOO_COMPLEX"],
    [
      "directives",
      (count) => `{ ${"...@include(if: true) { __typename } ".repeat(count)} }`,
      10,
      "QUERY_TOO_COMPLEX",
    ],
    ["bytes", (count) => `{ me { id } }#`.padEnd(count, "x"), 15 * 1024, "QUERY_TOO_COMPLEX"],
  ];

  test.each(shapes)("%s", async (_name, make, limit, code) => {
    const within = await ask(make(limit));
    expect([within.status, within.body.errors]).toEqual([200, undefined]);
    const beyond = await ask(make(limit + 1));
    expect([beyond.status, codeOf(beyond)]).toEqual([400, code]);
  });
});

test("a refused document states the exceeded bound, its value and the document's value", async () => {
  const answer = await ask(`{ ${"__typename ".repeat(11)} }`);
  expect(answer.body.errors[0].extensions.details).toEqual({ rootFields: { limit: 10, actual: 11 } });
});

test("a document of 1,000 tokens is read, one of 1,001 is not", async () => {
  const list = (tokens: number) => `{ creditPackages(appId: [${"1 ".repeat(tokens - 12)}]) { packages } }`;
  expect(codeOf(await ask(list(1_000)))).toBe("GRAPHQL_VALIDATION_FAILED");
  const answer = await ask(list(1_001));
  expect([answer.status, codeOf(answer)]).toEqual([400, "GRAPHQL_PARSE_FAILED"]);
  expect(answer.text).toContain("1000 tokens");
});

test("a document longer than 15 KB is measured in bytes", async () => {
  expect(codeOf(await ask(`{ me { id } }#${"é".repeat(7_700)}`))).toBe("QUERY_TOO_COMPLEX");
});

test("a document that requests too many objects is refused before anything runs", async () => {
  const objects =
    "address { city } greenScore { overall } location { accuracy } risk { countyFips } quality { flags }";
  const page = (index: number) => `p${index}: searchProperties(pageSize: 100) { properties { ${objects} } }`;
  const pages = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => page(index)).join(" ")} }`;
  expect((await ask(pages(1))).body.errors).toBeUndefined();
  const answer = await ask(pages(10));
  expect([answer.status, codeOf(answer)]).toEqual([400, "QUERY_TOO_COMPLEX"]);
  expect(Object.keys(answer.body.errors[0].extensions.details)).toEqual(["cost"]);
});

test("a batch of documents is refused", async () => {
  const answer = await app.post("/graphql", [{ query: "{ __typename }" }], headers);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].message).toContain("Batching is not supported");
});

test("a mutation is refused with GET, and nothing happens", async () => {
  const balance = async () => (await app.get("/credits/balance/central", headers)).body.balance as number;
  const before = await balance();
  const mutation = `mutation { consumeCredits(input: { appId: "central", amount: 1, description: "x" }) { balance } }`;
  const answer = await app.get(`/graphql?query=${encodeURIComponent(mutation)}`, headers);
  expect([answer.status, answer.headers["allow"], codeOf(answer)]).toEqual([
    405,
    "POST",
    "METHOD_NOT_ALLOWED",
  ]);
  expect(await balance()).toBe(before);
});

test("fields for the platform alone do not exist in the public graph", async () => {
  for (const query of [
    `{ caller(input: { key: "x" }) { id } }`,
    `mutation { holdOperationCredits(input: { operation: "x", appId: "central", key: "k" }) { holdId } }`,
    `mutation { settleOperationHold(input: { holdId: "h", outcome: "capture" }) { charged } }`,
    `{ _service { sdl } }`,
    `{ _entities(representations: []) { __typename } }`,
  ]) {
    const answer = await ask(query);
    expect([answer.status, codeOf(answer)]).toEqual([400, "GRAPHQL_VALIDATION_FAILED"]);
    expect(answer.text).toContain("Cannot query field");
  }
});

test("keys that would reach a prototype are refused at any depth", async () => {
  for (const body of [
    `{"query": "{ __typename }", "__proto__": {"polluted": 1}}`,
    `{"query": "{ __typename }", "variables": {"input": {"__proto__": {"polluted": 1}}}}`,
  ]) {
    const answer = await app.running.router.server.inject({
      method: "POST",
      url: "/graphql",
      headers: { "content-type": "application/json" },
      payload: body,
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "INVALID_JSON"]);
  }
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

describe("in production", () => {
  let production: TestApp;
  beforeAll(async () => {
    production = await createTestApp({ NODE_ENV: "production", DEMO: "1", ALLOW_DEMO: "1" });
  });
  afterAll(() => production.close());

  test("introspection is refused, in a fragment too", async () => {
    for (const query of [
      "{ __schema { types { name } } }",
      `{ __type(name: "Query") { name } }`,
      "{ ...F } fragment F on Query { ... { __schema { types { name } } } }",
    ]) {
      const answer = await production.graphql(query);
      expect(codeOf(answer)).toBe("GRAPHQL_VALIDATION_FAILED");
      expect(answer.text).not.toContain("CreditBalance");
    }
    expect((await app.graphql("{ __schema { types { name } } }")).text).toContain("CreditBalance");
    expect((await production.graphql("{ __typename }")).body).toEqual({ data: { __typename: "Query" } });
  });

  test("no suggestion reveals the schema", async () => {
    for (const query of [
      "{ creditBalanc(appId: 1) { balance } }",
      `{ creditBalance(appIdd: "central") { balance } }`,
      `{ creditBalance(appId: "central") { balanc } }`,
      "query ($i: ConsumeCreditsInpu!) { __typename }",
      `mutation { consumeCredits(input: { appIdd: "x" }) { balance } }`,
    ]) {
      expect((await app.graphql(query)).text).toContain("Did you mean");
      expect((await production.graphql(query)).text).not.toMatch(/Did you mean/);
    }
  });
});
