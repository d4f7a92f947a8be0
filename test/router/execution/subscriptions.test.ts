import { parse, type ExecutionResult } from "graphql";
import { beforeEach, expect, test } from "vitest";
import { createLibraryExecutor } from "../../../router/execution/library-executor.ts";
import type { GraphExecutor } from "../../../router/execution/graph-executor.ts";
import { nodeHandlers } from "../../../router/execution/compile-plan.ts";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { DomainError } from "../../../src/errors.ts";
import { createLocalSubscriber, type SubgraphSubscriber } from "../../../src/graphql/local-subscriber.ts";
import { isStream } from "../../../src/concurrency/stream.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { subgraphs, subgraphSchemas, supergraphSdl } from "./differential/graph/toy-graph.ts";
import type { ToyCall } from "./differential/graph/toy-subgraph.ts";
import { World, type Faults } from "./differential/graph/world.ts";

const people = subgraphSchemas.get("people")!;
const watch = people.getSubscriptionType()!.getFields()["watch"]!;

/** What each event of the source is: the person of this id, or a failure of the source. */
let events: (string | Error)[] = [];
let isReleased = false;
watch.subscribe = async function* () {
  try {
    for (const event of events) {
      if (event instanceof Error) throw event;
      yield event;
    }
  } finally {
    isReleased = true;
  }
};
watch.resolve = (id, _args, world) => (world as World).find(id);

beforeEach(() => {
  events = ["p1", "p2"];
  isReleased = false;
});

const contextFor = (call: unknown) => (call as ToyCall).world as never;
const subscribers = new Map<string, SubgraphSubscriber>([
  ["people", createLocalSubscriber({ schema: people, contextFor })],
]);
const compiled = await createCompiledExecutor(supergraphSdl, subgraphs, subscribers);
const library = await createLibraryExecutor(supergraphSdl, subgraphs, subscribers);

function callWith({ faults, down = [] }: Trouble = {}): ToyCall {
  return { ...toyCall(), world: new World(faults), down: new Set(down) };
}

interface Trouble {
  faults?: Faults;
  down?: readonly string[];
}

interface Options extends Trouble {
  variables?: Record<string, unknown>;
  callForEvent?: () => Promise<ToyCall>;
}

async function subscribe(executor: GraphExecutor, query: string, options: Options = {}) {
  const { variables = {}, callForEvent = async () => callWith(options) } = options;
  const call = callWith(options);
  return executor.subscribe({ document: parse(query), variables, call, callForEvent });
}

async function results(executor: GraphExecutor, query: string, options: Options = {}) {
  const opened = await subscribe(executor, query, options);
  if (!isStream<ExecutionResult>(opened)) return [opened];
  const told: ExecutionResult[] = [];
  for await (const result of opened) told.push(JSON.parse(JSON.stringify(result)) as ExecutionResult);
  return told;
}

/** What one schema would answer, asked anew for each event. */
async function asked(fields: string, ids = ["p1", "p2"]): Promise<ExecutionResult[]> {
  const answers = ids.map(async (id) =>
    compiled.execute({
      document: parse(`{ person(id: "${id}") ${fields} }`),
      variables: {},
      call: callWith(),
    }),
  );
  return (await Promise.all(answers)).map(({ data }) => ({ data: { watch: data!["person"] } }));
}

test.each([
  ["one subgraph", "{ id name }"],
  ["another subgraph's fields", "{ name bio }"],
  ["entities in lists and requirements", "{ reports { name reviews { body } } organization { secretHash } }"],
  ["an entity's own key under another name", "{ id: email name: role who: name bio }"],
])("each event brings what a query would: %s", async (_about, fields) => {
  const told = await results(compiled, `subscription { watch(id: "p1") ${fields} }`);
  expect(told).toEqual(await asked(fields));
  expect(isReleased).toBe(true);
});

test("the library executor sends the same events", async () => {
  const query = 'subscription { watch(id: "p1") { name bio } }';
  expect(await results(library, query)).toEqual(await results(compiled, query));
});

test("a subscription is not run by an executor that has no handler of its node", async () => {
  const without = await createCompiledExecutor(supergraphSdl, subgraphs, subscribers, {
    handlers: nodeHandlers,
  });
  await expect(async () => subscribe(without, 'subscription { watch(id: "p1") { name } }')).rejects.toThrow(
    "Subscription node",
  );
});

test("an event whose handler returns nothing is not sent", async () => {
  const handlers = { ...nodeHandlers, Subscription: () => () => undefined };
  const idle = await createCompiledExecutor(supergraphSdl, subgraphs, subscribers, { handlers });
  const query = 'subscription { watch(id: "p1") { name } }';
  expect(await results(idle, query)).not.toEqual(await results(compiled, query));
});

test("conditions and aliases on fields below the root hold for each event", async () => {
  const query = `subscription ($skip: Boolean!) {
    person: watch(id: "p1") { name bio @skip(if: $skip) ...more } }
    fragment more on Person { role @include(if: $skip) }`;
  const [first] = await results(compiled, query, { variables: { skip: true } });
  expect(first).toEqual({ data: { person: { name: expect.any(String), role: expect.any(String) } } });
});

test("an error in another subgraph is reported at its path in that event, with null propagation", async () => {
  const faults: Faults = new Map([["Person.name:p2", "null"]]);
  const told = await results(compiled, 'subscription { who: watch(id: "p1") { name bio } }', { faults });
  expect(told[0]).toEqual({ data: { who: { name: expect.any(String), bio: expect.anything() } } });
  expect(told[1]).toMatchObject({ data: { who: null }, errors: [{ path: ["who", "name"] }] });
  const bioFault: Faults = new Map([["Person.bio:p1", "throw"]]);
  const later = await results(compiled, 'subscription { who: watch(id: "p1") { name bio } }', {
    faults: bioFault,
  });
  expect(later[0]).toMatchObject({ data: { who: { bio: null } }, errors: [{ path: ["who", "bio"] }] });
  expect(later[1]).not.toHaveProperty("errors");
});

test("a subgraph that is down takes its fields along, and the stream goes on", async () => {
  const told = await results(compiled, 'subscription { watch(id: "p1") { name bio } }', {
    down: ["reviews"],
  });
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ data: { watch: { bio: null } }, errors: [{ path: ["watch"] }] });
});

test("each event is completed on behalf of a call of its own", async () => {
  const calls: ToyCall[] = [];
  const callForEvent = async () => {
    calls.push(callWith());
    return calls.at(-1)!;
  };
  await results(compiled, 'subscription { watch(id: "p1") { name bio } }', { callForEvent });
  expect(new Set(calls).size).toBe(2);
  for (const { world } of calls)
    expect(world.visited.filter((at) => at.startsWith("Person.bio"))).toHaveLength(1);
});

test.each([
  ["compiled", compiled],
  ["library", library],
])("a call that may not go on ends the stream with its refusal (%s)", async (_name, executor) => {
  let count = 0;
  const callForEvent = async () => {
    count += 1;
    if (count === 2) throw new DomainError("UNAUTHORIZED", "The credential is not valid.");
    return callWith();
  };
  const told = await results(executor, 'subscription { watch(id: "p1") { name } }', { callForEvent });
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ errors: [{ extensions: { code: "UNAUTHORIZED" } }] });
  expect(JSON.stringify(told[1])).not.toContain("name");
});

test("a source that fails ends the stream with an error, and nothing of its cause", async () => {
  events = ["p1", new Error("password of the broker")];
  const told = await results(compiled, 'subscription { watch(id: "p1") { name } }');
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ errors: [{ extensions: { code: "INTERNAL_ERROR" } }] });
  expect(JSON.stringify(told)).not.toContain("password");
});

test("a reader who leaves releases the source", async () => {
  const opened = await subscribe(compiled, 'subscription { watch(id: "p1") { name } }');
  if (!isStream<ExecutionResult>(opened)) throw new Error("no stream");
  const stream = opened[Symbol.asyncIterator]();
  await stream.next();
  await stream.return!();
  expect(isReleased).toBe(true);
});

test("variables that are wrong, and a subgraph without subscriptions, are refusals", async () => {
  const query = "subscription ($id: ID!) { watch(id: $id) { name } }";
  expect(await results(compiled, query)).toMatchObject([
    { errors: [{ message: expect.stringContaining("$id") }] },
  ]);
  const none = await createCompiledExecutor(supergraphSdl, subgraphs);
  const [refused] = await results(none, query, { variables: { id: "p1" } });
  expect(refused).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
  expect(refused).not.toHaveProperty("data");
});
