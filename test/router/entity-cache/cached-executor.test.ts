import { parse, print, type ExecutionResult } from "graphql";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { createLibraryExecutor } from "../../../router/execution/library-executor.ts";
import { cacheFetches } from "../../../router/entity-cache/cached-executor.ts";
import { EntityCache } from "../../../router/entity-cache/entity-cache.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import { readSupergraphFacts } from "../../../router/schema/supergraph-facts.ts";
import { anonymous, type Principal } from "../../../src/access/principal.ts";
import { ruleFromFacts } from "../../../src/access/rule-from-facts.ts";
import type { CallContext } from "../../../src/context.ts";
import { DomainError } from "../../../src/errors.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { metadataDirectiveDefinitions, subgraphHeader } from "../../../src/graphql/metadata-directives.ts";
import { fixedClock, systemClock } from "../../../src/time/clock.ts";
import { toyCall } from "../../federation/toy-graph.ts";

const shared = `@cacheable(maxAge: 60, scope: "shared", events: ["houses"])`;
const reads = `@access(auth: "caller", scope: "read:houses")`;
const houses = `${subgraphHeader} ${metadataDirectiveDefinitions}
  type Query {
    house(id: ID!): House ${reads} ${shared}
    rates: Rates @access(auth: "public") @cacheable(maxAge: 30, scope: "public", events: ["rates"])
    mine: String @access(auth: "caller", anyScope: true)
  }
  type Rates { base: Int list: [Int!] }
  type Address { street: String }
  type House @key(fields: "id") {
    id: ID! ${reads} ${shared}
    seenBy: String ${reads} ${shared}
    address: Address ${reads} ${shared}
    price: Int @access(auth: "caller", scope: "read:houses", tier: "business") ${shared}
    note: String ${reads}
  }`;
const streets = `${subgraphHeader} ${metadataDirectiveDefinitions}
  type Query { street: [House!] @access(auth: "public") }
  type House @key(fields: "id") { id: ID! ${reads} }`;

const supergraph = composeSupergraph([
  { name: "houses", url: "http://127.0.0.1:1/", sdl: houses },
  { name: "streets", url: "http://127.0.0.1:2/", sdl: streets },
]);

const person = (id: string, more: Partial<Principal> = {}): Principal => ({
  ...anonymous,
  kind: "user",
  id,
  ownerId: id,
  scopes: "all",
  ...more,
});

/** What the subgraph was asked, and by whom. */
interface Asked {
  by: string;
  query: string;
  ids: unknown[];
}

async function open({ engine = createCompiledExecutor, street = ["h1", "h2"] } = {}) {
  const asked: Asked[] = [];
  const respond = { result: null as ((call: CallContext) => ExecutionResult) | null };
  const seller: SubgraphExecutor = async ({ document, variables, call }) => {
    const query = JSON.stringify(document.definitions);
    const list = Object.values(variables).find(Array.isArray) as { id: string }[] | undefined;
    asked.push({ by: call.principal.id, query, ids: (list ?? []).map(({ id }) => id) });
    if (respond.result) return respond.result(call);
    const refusal = query.includes('"price"')
      ? ruleFromFacts({ auth: "caller", scope: "read:houses", tier: "business" })
      : ruleFromFacts({ auth: "caller", scope: "read:houses" });
    const error = query.includes('"rates"') ? null : refusal.check({ ctx: call, parent: null, args: {} });
    if (error) throw error;
    const house = (id: unknown) => ({
      __typename: "House",
      id,
      seenBy: call.principal.id,
      address: { street: "Elm" },
      price: 5,
      note: "n",
    });
    if (list) return { data: Object.fromEntries([[keyOf(query), list.map(({ id }) => house(id))]]) };
    if (query.includes('"rates"')) return { data: { rates: { base: 1, list: [1, 2] } } };
    if (query.includes('"mine"')) return { data: { mine: call.principal.id } };
    // A literal arrives as it is, or as a variable that the plan has in its place.
    const given = Object.values(variables)[0] ?? /id: "(\w+)"/.exec(print(document))![1];
    return { data: { house: house(given) } };
  };
  const streetOf: SubgraphExecutor = async () => ({
    data: { street: street.map((id) => ({ __typename: "House", id })) },
  });
  const cache = new EntityCache({ maxBytes: 1_000_000, settleMs: 0 });
  cache.listen(() => true);
  const subgraphs = cacheFetches(
    new Map([
      ["houses", seller],
      ["streets", streetOf],
    ]),
    { cache, facts: readSupergraphFacts(supergraph).caching, version: "1", clock: systemClock },
  );
  const executor = await engine(supergraph, subgraphs);
  const run = async (
    query: string,
    principal: Principal = person("ann"),
    more: { variables?: Record<string, unknown>; call?: Partial<CallContext> } = {},
  ) => {
    const call = { ...toyCall(), principal, ...more.call };
    const result = await executor.execute({ document: parse(query), variables: more.variables ?? {}, call });
    return { ...(JSON.parse(JSON.stringify(result)) as ExecutionResult), errors: result.errors };
  };
  return { run, asked, cache, respond };
}

const keyOf = (query: string) => (query.includes('"_e0"') ? "_e0" : "_entities");
const codesOf = ({ errors = [] }: ExecutionResult) => errors.map((error) => subgraphError(error).code);

const engines = { compiled: createCompiledExecutor, library: createLibraryExecutor };

test.each(Object.entries(engines))(
  "%s executor: data without an owner is fetched once for everybody, as nobody",
  async (_name, engine) => {
    const { run, asked } = await open({ engine });
    const query = `query ($id: ID!) { house(id: $id) { seenBy address { street } } }`;
    const first = await run(query, person("ann"), { variables: { id: "h1" } });
    const second = await run(query, person("bo"), { variables: { id: "h1" } });
    expect(first.data).toEqual({ house: { seenBy: "entity-cache", address: { street: "Elm" } } });
    expect(second).toEqual(first);
    expect(asked.map(({ by }) => by)).toEqual(["entity-cache"]);
    await run(query, person("bo"), { variables: { id: "h2" } });
    expect(asked).toHaveLength(2);
  },
);

test("a field of a higher tier is not served to a lower one from the cache, with or without the field", async () => {
  const { run } = await open();
  const query = `{ house(id: "h1") { id price } }`;
  const business = await run(query, person("ann", { plan: "business" }));
  expect(business.data).toEqual({ house: { id: "h1", price: 5 } });
  const free = await run(query, person("bo"));
  expect(codesOf(free)).toEqual(["FORBIDDEN"]);
  expect(JSON.stringify(free)).not.toContain("5}");
  const withoutPrice = await run(`{ house(id: "h1") { id } }`, person("bo"));
  expect(withoutPrice.data).toEqual({ house: { id: "h1" } });
});

test.each([
  ["nobody", anonymous, "MISSING_TOKEN"],
  ["a key without the scope", person("k", { kind: "apiKey", scopes: ["read:other"] }), "FORBIDDEN"],
  ["a closed account", person("c", { closed: "suspended" }), "UNAUTHORIZED"],
] as const)("%s is refused although the data is in the cache", async (_name, principal, code) => {
  const { run } = await open();
  const query = `{ house(id: "h1") { id address { street } } }`;
  expect((await run(query)).errors).toBeUndefined();
  expect(codesOf(await run(query, principal))).toEqual([code]);
});

test("entities are cached one by one, and only missing ones are fetched", async () => {
  const street = ["h1", "h2"];
  const { run, asked } = await open({ street });
  const query = `{ street { id address { street } } }`;
  const both = await run(query);
  expect(both.data).toEqual({ street: ["h1", "h2"].map((id) => ({ id, address: { street: "Elm" } })) });
  street.splice(0, 2, "h2", "h3", "h1");
  const three = await run(query, person("bo"));
  expect(three.data).toEqual({
    street: ["h2", "h3", "h1"].map((id) => ({ id, address: { street: "Elm" } })),
  });
  expect(asked.map(({ ids }) => ids)).toEqual([["h1", "h2"], ["h3"]]);
});

test("a fetch with one field that is not cacheable is fetched for the principal, each time", async () => {
  const { run, asked } = await open();
  for (const id of ["ann", "bo", "ann"]) {
    expect((await run(`{ house(id: "h1") { seenBy note } }`, person(id))).data).toEqual({
      house: { seenBy: id, note: "n" },
    });
    expect((await run("{ mine }", person(id))).data).toEqual({ mine: id });
  }
  expect(asked.map(({ by }) => by)).toEqual(["ann", "ann", "bo", "bo", "ann", "ann"]);
});

test("errors, partial data, nulls and responses with a charge are fetched anew for each principal", async () => {
  const { run, asked, respond } = await open();
  const query = `{ house(id: "h1") { id address { street } } }`;
  const failed = new DomainError("NOT_FOUND", "No house with this ID. Check the id.");
  const cases: ((call: CallContext) => ExecutionResult)[] = [
    () => ({ data: { house: null } }),
    (call) => ({ data: { house: { id: call.principal.id, address: null } }, errors: [failed as never] }),
    (call) => {
      call.meter.chargedHundredths += 100;
      return { data: { house: { id: "h1", address: { street: call.principal.id } } } };
    },
    (call) => {
      call.meter.stale = true;
      return { data: { house: { id: "h1", address: { street: call.principal.id } } } };
    },
    (call) => ({ data: { house: { id: call.principal.id, address: null } }, extensions: { a: 1 } }),
  ];
  for (const one of cases) {
    asked.length = 0;
    respond.result = one;
    const variables = {};
    const own = query.replace("h1", `c${cases.indexOf(one)}`);
    for (const id of ["ann", "bo"]) await run(own, person(id), { variables });
    expect(asked.map(({ by }) => by)).toEqual(["entity-cache", "ann", "bo"]);
  }
});

test("a charge reaches the meter of the call that pays it", async () => {
  const { run, respond } = await open();
  respond.result = (call) => {
    call.meter.chargedHundredths += 100;
    return { data: { house: { id: "h1" } } };
  };
  const calls = [toyCall(person("ann")), toyCall(person("ann"))];
  for (const call of calls)
    await run(`{ house(id: "h9") { id } }`, person("ann"), { call: { meter: call.meter } });
  expect(calls.map(({ meter }) => meter.chargedHundredths)).toEqual([100, 100]);
});

test("an event ends entries; a test clock neither reads nor writes them", async () => {
  const { run, asked, cache } = await open();
  const query = `{ rates { base list } }`;
  await run(query, anonymous);
  await run(query, person("ann"), { call: { clock: fixedClock(new Date(0)) } });
  expect(asked.map(({ by }) => by)).toEqual(["anonymous", "ann"]);
  cache.invalidate("houses");
  await run(query, anonymous);
  expect(asked).toHaveLength(2);
  cache.invalidate("rates");
  await run(query, anonymous);
  expect(asked).toHaveLength(3);
});

test("a client that changes its copy changes nobody else's", async () => {
  const { run } = await open();
  const first = await run(`{ rates { list } }`, anonymous);
  (first.data!["rates"] as { list: number[] }).list.push(99);
  expect((await run(`{ rates { list } }`, anonymous)).data).toEqual({ rates: { list: [1, 2] } });
});

test("a client that leaves does not end the fetch of the others", async () => {
  const { run } = await open();
  const controller = new AbortController();
  const query = `{ rates { base } }`;
  const leaving = run(query, anonymous, { call: { signal: controller.signal } });
  const staying = run(query, anonymous);
  controller.abort(new Error("gone"));
  expect((await leaving).data?.["rates"] ?? null).toBeNull();
  expect((await staying).data).toEqual({ rates: { base: 1 } });
});

test("hostile variables make no key of their own size, and inherited names are plain values", async () => {
  const { run, asked } = await open();
  const query = `query ($id: ID!) { house(id: $id) { id } }`;
  for (const id of ["x".repeat(10_000), "__proto__", "constructor", '","h1', "h1\u0000"]) {
    expect((await run(query, person("ann"), { variables: { id } })).data).toEqual({ house: { id } });
    expect((await run(query, person("bo"), { variables: { id } })).data).toEqual({ house: { id } });
  }
  expect(asked).toHaveLength(5);
});
