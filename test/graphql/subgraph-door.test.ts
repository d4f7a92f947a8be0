import fastify, { type FastifyInstance } from "fastify";
import { Arg, Int, Mutation, Query, Resolver } from "type-graphql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isPublic, isUser } from "../../src/access/rules.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { createLocalExecutor, type SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { mountSubgraphDoor } from "../../src/graphql/subgraph-door.ts";
import { toyCall, toyContext, toyGraph } from "../federation/toy-graph.ts";

@Resolver()
class ThingResolver {
  @Query(() => Int)
  double(@Arg("value", () => Int) value: number): number {
    return value * 2;
  }

  @Query(() => Int, { nullable: true })
  missing(): number {
    throw new DomainError("HOLD_NOT_FOUND", "There is no such hold.");
  }

  @Query(() => Int, { nullable: true })
  broken(): number {
    throw new Error("SELECT secret");
  }

  @Query(() => Int, { nullable: true })
  own(): number {
    return 1;
  }

  @Mutation(() => Int)
  write(): number {
    return 3;
  }
}

const graph = toyGraph({
  resolvers: [ThingResolver],
  rules: {
    Query: { double: isPublic, missing: isPublic, broken: isPublic, own: isUser },
    Mutation: { write: isPublic },
  },
});

let server: FastifyInstance;
let compiledRuns: number;
beforeEach(async () => {
  compiledRuns = 0;
  const executor = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });
  const execute: SubgraphExecutor = (request) => {
    compiledRuns += 1;
    return executor(request);
  };
  const callOf = (): CallContext => ({ ...toyCall(), meter: { ...newMeter(), chargedHundredths: 5 } });
  server = fastify();
  await mountSubgraphDoor(server, {
    schema: graph.schema,
    execute,
    callOf,
    readBatch: () => [],
    contextFor: toyContext,
    log: toyCall().log,
  });
});
afterEach(() => server.close());

const ask = async (payload: object) => {
  const response = await server.inject({ method: "POST", url: "/graphql", payload });
  return {
    status: response.statusCode,
    type: response.headers["content-type"],
    body: response.json() as Record<string, unknown>,
  };
};

test.each([
  ["data", { query: "query ($v: Int!) { double(value: $v) }", variables: { v: 4 } }],
  ["a refusal with its code", { query: "{ missing double(value: 1) }" }],
  ["a fault without its words", { query: "{ broken }" }],
  ["a refusal by a rule", { query: "{ own }" }],
  ["a mutation", { query: "mutation { write }" }],
  ["introspection", { query: "{ __schema { queryType { name } } }" }],
])(
  "%s is answered the same by Apollo Server and, from then on, by the compiled executor",
  async (_, payload) => {
    const first = await ask(payload);
    expect(compiledRuns).toBe(0);
    expect(first.body["extensions"]).toMatchObject({ meter: { chargedHundredths: 5 } });
    for (const run of [1, 2, 3]) {
      const next = await ask(payload);
      // The position of an error in the text differs between the two texts.
      expect(withoutLocations(next)).toEqual(withoutLocations(first));
      expect(compiledRuns).toBe(run);
    }
    expect(JSON.stringify(first.body)).not.toContain("secret");
  },
);

test("an invalid variable is refused by both executors and never run", async () => {
  const query = "query ($v: Int!) { double(value: $v) }";
  await ask({ query, variables: { v: 1 } });
  const { status, body } = await ask({ query, variables: { v: "many" } });
  expect(status).toBe(400);
  expect(body["errors"]).toHaveLength(1);
  expect(body["data"] ?? null).toBeNull();
});

test.each([
  ["does not parse", "{"],
  ["is not valid", "{ nothing }"],
])("a document that %s is refused each time", async (_, query) => {
  for (let time = 0; time < 2; time++) expect((await ask({ query })).status).toBe(400);
  expect(compiledRuns).toBe(0);
});

test("of a document with several operations the named one runs", async () => {
  const query = "query A { double(value: 1) } query B { double(value: 2) }";
  for (const [operationName, double] of [
    ["A", 2],
    ["B", 4],
    ["A", 2],
  ]) {
    expect((await ask({ query, operationName })).body["data"]).toEqual({ double });
  }
  expect(compiledRuns).toBe(0);
});

function withoutLocations(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === "locations" ? undefined : value)),
  );
}
