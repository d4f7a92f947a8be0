import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { Defer20220824Handler, GraphQL17Alpha9Handler } from "@apollo/client/incremental";
import { createClient as createUrqlClient, fetchExchange } from "@urql/core";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pipe, subscribe } from "wonka";
import { createPerson, invoiceBody, type Person } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { credentials } from "../subscriptions/watching.ts";
import { readParts } from "./gated-door.ts";

let app: TestApp;
let person: Person;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await openSharedApp();
  person = await createPerson(app, 10);
  headers = credentials(person);
  const made = await app.post("/invoices", invoiceBody(), person.headers);
  if (made.status !== 201) throw new Error(`no invoice: ${made.text}`);
});
afterAll(() => app?.close());

const dashboard = /* GraphQL */ `
  query Dashboard {
    creditBalance(appId: "central") {
      currency
      owner {
        id
        ... @defer(label: "invoices") {
          recentInvoices(first: 1) {
            status
          }
        }
      }
    }
  }
`;

/** Makes every read of invoices wait until it is released. */
async function holdInvoices(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE gateway.invoices IN ACCESS EXCLUSIVE MODE");
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query("COMMIT");
    await client.end();
  };
  onTestFinished(release);
  return release;
}

const first = () => ({ creditBalance: { currency: "credits", owner: { id: person.ownerId } } });
const whole = () => ({
  creditBalance: {
    currency: "credits",
    owner: { id: person.ownerId, recentInvoices: [{ status: "draft" }] },
  },
});

test("a dashboard has its first part while invoices are slow", async () => {
  const release = await holdInvoices();
  const response = await fetch(`${app.url}/graphql`, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "multipart/mixed;incrementalSpec=v0.2, application/json",
    },
    body: JSON.stringify({ query: dashboard }),
  });
  const parts = readParts(response);
  expect(await parts.next()).toEqual({
    data: first(),
    pending: [{ id: "0", path: ["creditBalance", "owner"], label: "invoices" }],
    hasNext: true,
  });
  await release();
  expect(await parts.next()).toMatchObject({
    incremental: [{ id: "0", data: { recentInvoices: [{ status: "draft" }] } }],
    hasNext: false,
  });
});

test("a client without access is refused in one response, whatever it defers", async () => {
  const balance = 'creditBalance(appId: "central") { appId }';
  const query = `{ a: ${balance} ... @defer { b: ${balance} } }`;
  const { headers: answered, body } = await app.post(
    "/graphql",
    { query },
    { accept: "multipart/mixed, application/json" },
  );
  expect(answered["content-type"]).toContain("application/json");
  expect(body).toMatchObject({ errors: [{ path: ["a"], extensions: { code: "MISSING_TOKEN" } }] });
});

test.each([
  ["events", undefined],
  ["multipart", "multipart/mixed, application/json"],
])("urql shows the first part, then the whole, over %s", async (transport, accept) => {
  const release = await holdInvoices();
  const types: string[] = [];
  const client = createUrqlClient({
    url: `${app.url}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      types.push(response.headers.get("content-type")!);
      return response;
    },
    fetchOptions: { headers: { ...headers, ...(accept !== undefined && { accept }) } },
  });
  const results: { data: unknown; hasNext: boolean }[] = [];
  await new Promise<void>((done, fail) => {
    pipe(
      client.query(dashboard, {}),
      subscribe(({ data, error, hasNext }) => {
        if (error) return fail(error);
        results.push({ data: structuredClone(data), hasNext });
        if (hasNext) void release();
        else done();
      }),
    );
  });
  expect(types.join()).toContain(transport === "events" ? "text/event-stream" : "multipart/mixed");
  expect(results).toEqual([
    { data: first(), hasNext: true },
    { data: whole(), hasNext: false },
  ]);
});

const handlers: [string, () => Defer20220824Handler | GraphQL17Alpha9Handler][] = [
  ["the handler of 2022", () => new Defer20220824Handler()],
  ["the handler of the draft", () => new GraphQL17Alpha9Handler()],
];

test.each(handlers)(
  "Apollo Client shows the first part, then the whole, with %s",
  async (_name, createHandler) => {
    const release = await holdInvoices();
    const types: string[] = [];
    const link = new HttpLink({
      uri: `${app.url}/graphql`,
      headers,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        types.push(response.headers.get("content-type")!);
        return response;
      },
    });
    const client = new ApolloClient({
      link: ApolloLink.from([link]),
      cache: new InMemoryCache(),
      incrementalHandler: createHandler(),
    });
    const results: unknown[] = [];
    await new Promise<void>((done, fail) => {
      client.watchQuery({ query: gql(dashboard) }).subscribe({
        next: ({ data, dataState, error }) => {
          if (error) fail(error);
          if (dataState !== "streaming" && dataState !== "complete") return;
          results.push(data);
          if (dataState === "streaming") void release();
          else done();
        },
      });
    });
    client.stop();
    expect(types.join()).toContain("multipart/mixed");
    const balance = { __typename: "CreditBalance" };
    const owner = { __typename: "User", id: person.ownerId };
    expect(results[0]).toMatchObject({ creditBalance: { ...balance, owner } });
    expect(results[0]).not.toHaveProperty("creditBalance.owner.recentInvoices");
    expect(results.at(-1)).toMatchObject({
      creditBalance: { owner: { ...owner, recentInvoices: [{ __typename: "Invoice", status: "draft" }] } },
    });
  },
);
