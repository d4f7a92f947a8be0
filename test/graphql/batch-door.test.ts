import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isPublic, isUser } from "../../src/access/rules.ts";
import { signPrincipal, principalHeader } from "../../src/access/principal-header.ts";
import type { CallContext, RequestContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { AnswerReader, batchPath, printBatch, printEntry } from "../../src/graphql/batch-format.ts";
import { signCall } from "../../src/graphql/call-envelope.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import type { RunningSubgraph } from "../../src/graphql/open-subgraph.ts";
import { serveSubgraph } from "../../src/graphql/serve-subgraph.ts";
import { person, toyCall, toyContext, toyGraph } from "../federation/toy-graph.ts";
import { until } from "../support/poll.ts";

const secret = "secret-of-the-batch-door-tests";
let writes: number;
let slowOnes: (() => void)[];

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

  @Query(() => String)
  caller(@Ctx() { principal, requestId }: RequestContext): string {
    return `${principal.id} ${requestId}`;
  }

  @Query(() => Int)
  async slow(): Promise<number> {
    await new Promise<void>((resolve) => slowOnes.push(resolve));
    return 7;
  }

  @Mutation(() => Int)
  charge(@Arg("value", () => Int) value: number, @Ctx() { meter }: RequestContext): number {
    writes += 1;
    meter.chargedHundredths += value;
    return value;
  }
}

const graph = toyGraph({
  resolvers: [ThingResolver],
  rules: {
    Query: {
      double: isPublic,
      missing: isPublic,
      broken: isPublic,
      own: isUser,
      caller: isPublic,
      slow: isPublic,
    },
    Mutation: { charge: isPublic },
  },
});

let server: FastifyInstance;
let url: string;
beforeEach(async () => {
  [writes, slowOnes] = [0, []];
  const execute = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });
  const subgraph = { name: "toy", graph, execute, contextFor: toyContext } as unknown as RunningSubgraph;
  server = await serveSubgraph(subgraph, { secrets: [secret], log: toyCall().log });
  await server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const finish of slowOnes) finish();
  await server.close();
});

type Entry = [body: object, call?: Partial<CallContext>];

function batchOf(entries: readonly Entry[], audience = "toy") {
  const printed = entries.map(([body, call]) => printEntry({ ...toyCall(), ...call }, JSON.stringify(body)));
  return printBatch(printed, { secret, audience });
}

const post = (path: string, headers: Record<string, string>, body: Buffer | string) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: body.toString(),
  });

interface Told {
  index: number;
  status: number;
  body: Record<string, unknown>;
}

function readTold(reader: AnswerReader, piece: Uint8Array): Told[] {
  return [...reader.read(Buffer.from(piece))].map(({ index, statusCode, text }) => ({
    index,
    status: statusCode,
    body: JSON.parse(text) as Record<string, unknown>,
  }));
}

/** Answers in the order of their entries. */
async function askBatch(entries: readonly Entry[]): Promise<Told[]> {
  const { headers, body } = batchOf(entries);
  const response = await post(batchPath, headers, body);
  expect(response.status).toBe(200);
  const told = readTold(new AnswerReader(), await response.bytes());
  return told.sort((a, b) => a.index - b.index);
}

async function askAlone([body, call]: Entry): Promise<Omit<Told, "index">> {
  const text = JSON.stringify(body);
  const target = { audience: "toy", path: "/graphql", body: Buffer.from(text) };
  const headers = signCall(secret, { ...toyCall(), ...call }, target);
  const response = await post("/graphql", headers, text);
  return { status: response.status, body: (await response.json()) as Told["body"] };
}

const entries: [string, Entry][] = [
  ["data", [{ query: "query ($v: Int!) { double(value: $v) }", variables: { v: 4 } }]],
  ["a refusal with its code", [{ query: "{ missing double(value: 1) }" }]],
  ["a fault without its words", [{ query: "{ broken }" }, { requestId: "req_of_the_fault" }]],
  ["a refusal by a rule", [{ query: "{ own }" }]],
  ["what only a user may", [{ query: "{ own }" }, { principal: person }]],
  ["its own caller", [{ query: "{ caller }" }, { principal: person, requestId: "req_of_caller" }]],
  ["a mutation with its meter", [{ query: "mutation { charge(value: 5) }" }]],
  ["a wrong variable", [{ query: "query ($w: Int!) { double(value: $w) }", variables: { w: "many" } }]],
  ["a document that does not parse", [{ query: "{" }]],
  ["a document that is not valid", [{ query: "{ nothing }" }]],
  ["no document", [{}]],
  ["introspection", [{ query: "{ __schema { queryType { name } } }" }]],
];

test("every entry is answered as it would be alone, by Apollo Server first and then compiled", async () => {
  for (const round of ["first", "second", "third"]) {
    const told = await askBatch(entries.map(([, entry]) => entry));
    for (const [index, [name, entry]] of entries.entries()) {
      const { status, body } = told[index]!;
      const alone = await askAlone(entry);
      expect([round, name, withoutLocations({ status, body })]).toEqual([
        round,
        name,
        withoutLocations(alone),
      ]);
      expect(JSON.stringify(body)).not.toContain("secret");
    }
  }
});

test("each entry has a meter of its own", async () => {
  const charge = (value: number): Entry => [{ query: `mutation { charge(value: ${value}) }` }];
  for (const round of [1, 2]) {
    const told = await askBatch([charge(1), charge(2), charge(3)]);
    const charged = told.map(({ body }) => (body as { extensions: { meter: object } }).extensions.meter);
    expect(charged).toMatchObject([1, 2, 3].map((chargedHundredths) => ({ chargedHundredths })));
    expect(writes).toBe(3 * round);
  }
});

test("a slow entry delays no other", async () => {
  const slow: Entry = [{ query: "{ slow }" }];
  const quick: Entry = [{ query: "{ double(value: 1) }" }];
  for (const round of [1, 2, 3]) {
    const { headers, body } = batchOf([slow, quick]);
    const reader = new AnswerReader();
    const pieces = (await post(batchPath, headers, body)).body!.getReader();
    const first = readTold(reader, (await pieces.read()).value!);
    expect(first).toMatchObject([{ index: 1, body: { data: { double: 2 } } }]);
    await until("the slow one is under way", () => slowOnes.length === round);
    slowOnes[round - 1]!();
    const second = readTold(reader, (await pieces.read()).value!);
    expect(second).toMatchObject([{ index: 0, body: { data: { slow: 7 } } }]);
    expect((await pieces.read()).done).toBe(true);
  }
});

test("a client that disconnects does not affect other batches", async () => {
  const { headers, body } = batchOf([[{ query: "{ slow }" }], [{ query: "{ double(value: 1) }" }]]);
  const going = httpRequest(`${url}${batchPath}`, { method: "POST", headers });
  going.end(body);
  const [response] = (await once(going, "response")) as [IncomingMessage];
  response.on("error", () => undefined);
  going.on("error", () => undefined);
  await until("the slow one is under way", () => slowOnes.length === 1);
  going.destroy();
  const connections = () =>
    new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)));
  await until("the connection is gone", async () => (await connections()) === 0);
  slowOnes[0]!();
  expect(await askBatch([[{ query: "{ double(value: 2) }" }]])).toMatchObject([
    { body: { data: { double: 4 } } },
  ]);
});

describe("a batch is refused with 401, and nothing of it is run", () => {
  const charge: Entry = [{ query: "mutation { charge(value: 5) }" }];
  const whole = batchOf([charge, charge]);
  const principal = signPrincipal(
    secret,
    {},
    { audience: "toy", path: batchPath, body: Buffer.from(whole.body), now: new Date() },
  );
  test.each<[string, Record<string, string>, Buffer | string]>([
    ["without a signature", {}, whole.body],
    ["with a principal's header only", { [principalHeader]: principal }, whole.body],
    ["with a principal's header as its signature", { "x-batch-signature": principal }, whole.body],
    ["signed for another subgraph", batchOf([charge], "hub").headers, batchOf([charge], "hub").body],
    ["signed for other entries", batchOf([charge]).headers, whole.body],
    ["with a changed entry", whole.headers, whole.body.toString().replace("value: 5", "value: 9")],
    ["with an entry taken out", whole.headers, `[${whole.body.toString().slice(1, -1).split("},{")[0]}}]`],
    ["that is no JSON", { "x-batch-signature": "b1.1.x" }, "{"],
  ])("%s", async (_, headers, body) => {
    const response = await post(batchPath, headers, body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
    expect(writes).toBe(0);
  });
});

function withoutLocations(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === "locations" ? undefined : value)),
  );
}
