import { createClient } from "graphql-sse";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createPerson, invoiceBody } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { central, consume, credentials, openEvents, watchBalance, watchers, watchMore } from "./watching.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const watch = { query: watchBalance, variables: central };

test("an event stream sends the balance immediately and after each change", async () => {
  const person = await createPerson(app, 10);
  const events = await openEvents(app.url, watch, credentials(person));
  expect(events.status).toBe(200);
  expect(events.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(events.headers.get("x-request-id")).toEqual(expect.any(String));
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 10 } } });
  await consume(app, person, 2.5);
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 7.5 } } });
  await consume(app, person, 0.5);
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 7 } } });
});

test("the graphql-sse client gets the same", async () => {
  const person = await createPerson(app, 10);
  const client = createClient({ url: `${app.url}/graphql`, headers: credentials(person) });
  onTestFinished(() => client.dispose());
  const results = client.iterate(watch);
  expect((await results.next()).value).toEqual({ data: { creditBalanceChanged: { balance: 10 } } });
  await consume(app, person, 1);
  expect((await results.next()).value).toEqual({ data: { creditBalanceChanged: { balance: 9 } } });
  await results.return!();
  await until("nobody watches any more", () => watchers(app) === 0);
});

test("an event brings fields of other subgraphs, each time as they are then", async () => {
  const person = await createPerson(app, 10);
  const events = await openEvents(app.url, { query: watchMore, variables: central }, credentials(person));
  const owner = { id: person.ownerId, recentInvoices: [], savedProperties: [] };
  expect(await events.result()).toEqual({ data: { changed: { balance: 10, owner } } });
  const made = await app.post("/invoices", invoiceBody(), person.headers);
  expect(made.status).toBe(201);
  const later = { ...owner, recentInvoices: [{ status: "draft" }] };
  // An event about credits held for the invoice may arrive too, before they are spent.
  let event = await events.result();
  if ((event as { data: { changed: { balance: number } } }).data.changed.balance === 10)
    event = await events.result();
  expect(event).toEqual({ data: { changed: { balance: 9.5, owner: later } } });
});

test("an event stream sends no changes of other accounts or apps", async () => {
  const [person, other] = [await createPerson(app, 10), await createPerson(app, 20)];
  const events = await openEvents(app.url, watch, credentials(person));
  const elsewhere = await openEvents(
    app.url,
    { ...watch, variables: { appId: "invoicer" } },
    credentials(person),
  );
  await events.result();
  expect(await elsewhere.result()).toEqual({ data: { creditBalanceChanged: { balance: 0 } } });
  const others = await openEvents(app.url, watch, credentials(other));
  await others.result();
  await consume(app, other, 1);
  // Announcements come in order, so once the later one is here the earlier one would have been.
  expect(await others.result()).toEqual({ data: { creditBalanceChanged: { balance: 19 } } });
  await consume(app, person, 1);
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 9 } } });
  elsewhere.hangUp();
  await expect(elsewhere.next()).rejects.toThrow();
});

test("a client that hangs up releases the source", async () => {
  const person = await createPerson(app, 1);
  await until("nobody watches yet", () => watchers(app) === 0);
  const events = await openEvents(app.url, watch, credentials(person));
  await events.result();
  expect(watchers(app)).toBe(1);
  events.hangUp();
  await until("the source is released", () => watchers(app) === 0);
});

test.each([
  ["nobody", {}, "MISSING_TOKEN"],
  ["a key without the scope", "reader", "FORBIDDEN"],
])("%s is refused before the source is opened", async (_who, who, code) => {
  const before = watchers(app);
  const headers = typeof who === "string" ? app.withKey(who) : who;
  const events = await openEvents(app.url, watch, headers);
  const { data, errors } = await events.result();
  expect([data, errors?.map(({ extensions }) => extensions.code)]).toEqual([undefined, [code]]);
  expect(await events.next()).toMatchObject({ event: "complete" });
  expect(await events.next()).toBeNull();
  expect(watchers(app)).toBe(before);
});

test("an app that does not exist, or that the header contradicts, is refused", async () => {
  const person = await createPerson(app, 1);
  const unknown = await openEvents(app.url, { ...watch, variables: { appId: "none" } }, credentials(person));
  expect((await unknown.result()).errors?.[0]?.extensions.code).toBe("VALIDATION_ERROR");
  const other = await openEvents(app.url, watch, person.headers);
  expect((await other.result()).errors?.[0]?.extensions.code).toBe("APP_CONFLICT");
});

test("a bad credential is refused with its status", async () => {
  const events = await openEvents(app.url, watch, { authorization: "Bearer nonsense" });
  expect(events.status).toBe(401);
  expect(events.headers.get("content-type")).toContain("application/json");
});

test.each([
  ["a document that cannot be read", { query: "subscription {" }, "GRAPHQL_PARSE_FAILED"],
  ["an unknown field", { query: "subscription { none }" }, "GRAPHQL_VALIDATION_FAILED"],
  [
    "a conditional root field",
    {
      query: "subscription($a: Boolean!) { creditBalanceChanged(appId: 1) @skip(if: $a) { balance } }",
      variables: { a: true },
    },
    "GRAPHQL_VALIDATION_FAILED",
  ],
  ["a missing variable", { query: watchBalance }, "VALIDATION_ERROR"],
  [
    "too heavy a document",
    {
      query: `subscription { creditBalanceChanged(appId: "central") {
        ${Array.from({ length: 16 }, (_, index) => `a${index}: balance`).join(" ")} } }`,
    },
    "QUERY_TOO_COMPLEX",
  ],
])("%s is told in the stream, which then ends", async (_what, params, code) => {
  const person = await createPerson(app, 1);
  const events = await openEvents(app.url, params, credentials(person));
  expect((await events.result()).errors?.[0]?.extensions.code).toBe(code);
  expect(await events.next()).toMatchObject({ event: "complete" });
});

test("a query is a stream of one result, by GET too; a mutation is not taken by GET", async () => {
  const events = await openEvents(app.url, { query: "{ __typename }" });
  expect(await events.result()).toEqual({ data: { __typename: "Query" } });
  expect(await events.next()).toMatchObject({ event: "complete" });
  const get = (query: string) =>
    fetch(`${app.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: "text/event-stream" },
    }).then((response) => response.text());
  expect(await get("{ __typename }")).toContain('event: next\ndata: {"data":{"__typename":"Query"}}\n\n');
  expect(await get('mutation { releaseCreditHold(input: { holdId: "x" }) { holdId } }')).toContain(
    "METHOD_NOT_ALLOWED",
  );
});

test("a client that also accepts JSON gets JSON for a query and events for a subscription", async () => {
  const accept = "application/graphql-response+json, application/json, text/event-stream";
  const person = await createPerson(app, 3);
  const json = await app.post("/graphql", { query: "{ __typename }" }, { accept });
  expect(json.headers["content-type"]).toContain("application/graphql-response+json");
  const events = await openEvents(app.url, watch, { ...credentials(person), accept });
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 3 } } });
});

test("a subscription is refused to a client that accepts no stream", async () => {
  const person = await createPerson(app, 3);
  const answer = await app.post("/graphql", watch, credentials(person));
  expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([406, "NOT_ACCEPTABLE"]);
});
