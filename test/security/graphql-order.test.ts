import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const accept = { accept: "application/graphql-response+json" };
const codesOf = ({ body }: Answer) =>
  (body.errors ?? []).map((error: Answer["body"]) => error.extensions.code);

const partly = `query($appId: ID!, $limit: Int) {
  creditPackages(appId: $appId) { __typename }
  mine: creditHistory(appId: "central", limit: $limit) { __typename }
}`;

test("where some root field is admitted, input is validated and the answer is partial", async () => {
  const good = await app.graphql(partly, { appId: "central", limit: 1 });
  expect(good.body.data ?? null).toBeNull();
  expect(codesOf(good)).toEqual(["MISSING_TOKEN"]);
  expect(codesOf(await app.graphql(partly, { appId: [], limit: 1 }))).toEqual(["VALIDATION_ERROR"]);
});

test("fields that do not run (conditions, type names) need no access", async () => {
  const query = `query($if: Boolean = false, $limit: Int) {
    __typename
    creditPackages(appId: "central") @include(if: $if) { __typename }
    ...@skip(if: $if) { creditHistory(appId: "central", limit: $limit) { __typename } }
  }`;
  expect(codesOf(await app.graphql(query, { limit: "x" }))).toEqual(["MISSING_TOKEN"]);
  expect(codesOf(await app.graphql(query, { limit: "x", if: true }))).toEqual(["VALIDATION_ERROR"]);
});

test("a refusal is small and quick, however many faults the variables have", async () => {
  const query = "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename } }";
  const many = { input: { name: "x", scopes: Array.from({ length: 150_000 }, () => "x") } };
  const unknown = {
    input: Object.fromEntries(Array.from({ length: 4_900 }, (_, index) => [`f${index}`, 1])),
  };
  const long = { input: { ["x".repeat(500_000)]: 1 } };
  for (const variables of [many, unknown, long]) {
    const nobody = await app.graphql(query, variables, accept);
    expect(codesOf(nobody)).toEqual(["MISSING_TOKEN"]);
    expect(nobody.text.length).toBeLessThan(1_000);
    const user = await app.graphql(query, variables, { ...accept, ...(await app.as("eve")) });
    expect([user.status, codesOf(user)]).toEqual([400, ["VALIDATION_ERROR"]]);
    expect(user.text.length).toBeLessThan(64 * 1024);
    expect(user.body.errors[0].extensions.details.fields.length).toBeLessThanOrEqual(51);
  }
});

test("a refused document is answered in few words, however long its names are", async () => {
  const headers = { ...accept, ...(await app.as("eve")) };
  const name = "n".repeat(7_000);
  const unused = Array.from({ length: 200 }, (_, index) => `$v${index}: ID`).join(" ");
  const undefinedVariables = Array.from(
    { length: 100 },
    (_, index) => `a${index}: app(appId: $v${index}) { name }`,
  );
  const documents = [
    `query ${name}(${unused}) { me { id } }`,
    `query ${name} { ${undefinedVariables.join(" ")} }`,
    `{ me { ${Array.from({ length: 400 }, (_, index) => `x: f${index}`).join(" ")} } }`,
    `{ app(appId: { a: "${"x".repeat(14_000)}" }) { name } }`,
    `{ __${name}: me { id } }`,
    `{ ...F } fragment F on Query { ...F ${"...F ".repeat(300)} }`,
  ];
  for (const query of documents) {
    const answer = await app.graphql(query, {}, headers);
    expect(answer.status, query.slice(0, 40)).toBe(400);
    expect(answer.text.length, query.slice(0, 40)).toBeLessThan(32 * 1024);
  }
});
