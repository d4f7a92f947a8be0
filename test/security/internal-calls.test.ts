/**
 * What an attacker can do with a captured request between processes. Requests are captured on the wire, between
 * our own router's executor and a subgraph that is served as in split mode.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "graphql";
import { Arg, Int, Mutation, Query, Resolver } from "type-graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as principalHeaders from "../../src/access/principal-header.ts";
import { ReplayMemory } from "../../src/access/replay-memory.ts";
import { isPublic } from "../../src/access/rules.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import type { RunningSubgraph } from "../../src/graphql/open-subgraph.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { serveSubgraph, type SubgraphServerOptions } from "../../src/graphql/serve-subgraph.ts";
import { toyCall, toyContext, toyGraph } from "../federation/toy-graph.ts";

const secret = "secret-of-the-internal-calls-tests";
const retired = "secret-that-is-being-retired-by-now";
let writes = 0;

@Resolver()
class ThingResolver {
  @Query(() => Int)
  double(@Arg("value", () => Int) value: number): number {
    return value * 2;
  }

  @Mutation(() => Int)
  pay(@Arg("value", () => Int) value: number): number {
    writes += 1;
    return value;
  }
}

const graph = toyGraph({
  resolvers: [ThingResolver],
  rules: { Query: { double: isPublic }, Mutation: { pay: isPublic } },
});
const closing: (() => unknown)[] = [];

async function serve(options: Partial<SubgraphServerOptions> = {}): Promise<string> {
  const execute = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });
  const subgraph = { name: "toy", graph, execute, contextFor: toyContext } as unknown as RunningSubgraph;
  const secrets = [secret, retired];
  const server = await serveSubgraph(subgraph, { secrets, log: toyCall().log, ...options });
  await server.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

interface Captured {
  path: string;
  headers: Record<string, string>;
  body: string;
}

let url: string;
let strictUrl: string;
let openUrl: string;
let proxyUrl: string;
let captured: Captured[] = [];
beforeAll(async () => {
  strictUrl = await serve();
  openUrl = await serve({ acceptsForwarded: true });
  url = strictUrl;
  proxyUrl = await startProxy();
});
afterAll(async () => {
  for (const close of closing) await close();
});
beforeEach(() => {
  [writes, captured] = [0, []];
});

/** Relays to the subgraph, and keeps a copy of everything. */
async function startProxy(): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const kept = {
        path: request.url!,
        headers: endToEnd(request.headers),
        body: Buffer.concat(chunks).toString(),
      };
      captured.push(kept);
      const answer = await send(kept);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = ["content-type", "x-principal", "x-request-id", "x-batch-signature"];
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

async function send({ path, headers, body }: Captured, to = url): Promise<{ status: number; text: string }> {
  const response = await fetch(`${to}${path}`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

/** One request of our own router, as it crossed the wire. */
async function capture(query: string, count = 1): Promise<Captured> {
  const ask = createRemoteExecutor({ name: "toy", url: proxyUrl, secret });
  const request = () => ask({ document: parse(query), variables: {}, call: toyCall() });
  const results = await Promise.all(Array.from({ length: count }, request));
  for (const { errors } of results) expect(errors).toBeUndefined();
  expect(captured).toHaveLength(1);
  return captured[0]!;
}

const bodyOf = (query: string) => JSON.stringify({ query });

describe("a captured request", () => {
  test("carries no other document", async () => {
    const read = await capture("{ double(value: 2) }");
    for (const query of ["mutation { pay(value: 9) }", "{ double(value: 3) }"])
      expect((await send({ ...read, body: bodyOf(query) })).status).toBe(401);
    expect(writes).toBe(0);
  });

  test("opens no other door", async () => {
    const read = await capture("{ double(value: 2) }");
    for (const path of ["/graphql/stream", "/graphql/batch"])
      expect((await send({ ...read, path })).status).toBe(401);
  });

  test("writes once, however often it is sent", async () => {
    const write = await capture("mutation { pay(value: 5) }");
    expect(writes).toBe(1);
    const replays = await Promise.all(Array.from({ length: 5 }, () => send(write)));
    expect(replays.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(writes).toBe(1);
  });

  test("as a batch writes once, too", async () => {
    const batch = await capture("mutation { pay(value: 5) }", 3);
    expect(batch.path).toBe("/graphql/batch");
    expect(writes).toBe(3);
    expect((await send(batch)).status).toBe(401);
    expect(writes).toBe(3);
  });

  test("as a read may be repeated as it is, until it expires", async () => {
    const read = await capture("{ double(value: 2) }");
    expect(await send(read)).toMatchObject({ status: 200, text: expect.stringContaining("4") });
  });
});

test("identical writes of one call at the same moment are all run", async () => {
  const ask = createRemoteExecutor({ name: "toy", url: strictUrl, secret });
  const call = toyCall();
  const document = parse("mutation { pay(value: 1) }");
  for (let round = 0; round < 20; round++) await ask({ document, variables: {}, call });
  expect(writes).toBe(20);
});

describe("a header", () => {
  const facts = {
    principal: toyCall().principal,
    requestId: "req_ahead",
    appId: null,
    idempotencyKey: null,
    publicUrl: "http://x.example",
    client: null,
    clockAt: null,
  };
  const body = bodyOf("{ double(value: 2) }");
  const signed = (at: Date, by = secret) =>
    principalHeaders.signPrincipal(by, facts, {
      audience: "toy",
      path: "/graphql",
      body: Buffer.from(body),
      now: at,
    });
  const ask = (principal: string) =>
    send({
      path: "/graphql",
      headers: { "content-type": "application/json", "x-principal": principal },
      body,
    });
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test.each([30, -30])("of a clock that is off by %i seconds is accepted", async (seconds) => {
    expect((await ask(signed(inSeconds(seconds)))).status).toBe(200);
  });

  test.each([90, 3_600, 365 * 24 * 3_600])("signed %i seconds ahead is refused", async (seconds) => {
    expect((await ask(signed(inSeconds(seconds)))).status).toBe(401);
  });

  test("a header under a retiring secret is accepted, under an unknown one refused", async () => {
    expect((await ask(signed(new Date(), retired))).status).toBe(200);
    expect((await ask(signed(new Date(), "secret-of-somebody-else-altogether"))).status).toBe(401);
  });
});

describe("a principal forwarded for another router", () => {
  const facts = {
    principal: toyCall().principal,
    requestId: "req_forwarded",
    appId: null,
    idempotencyKey: null,
    publicUrl: "http://x.example",
    client: null,
    clockAt: null,
  };
  const forwarded = () => principalHeaders.signForwarded(secret, facts, { audience: "toy", now: new Date() });
  const ask = (header: string, body: string, { to = openUrl, path = "/graphql" } = {}) =>
    send({ path, headers: { "content-type": "application/json", "x-principal": header }, body }, to);

  test("is refused where no such router is configured", async () => {
    expect((await ask(forwarded(), bodyOf("{ double(value: 2) }"), { to: strictUrl })).status).toBe(401);
  });

  test("is accepted for the several documents of one plan where one is", async () => {
    const header = forwarded();
    for (const value of [1, 2, 3])
      expect((await ask(header, bodyOf(`{ double(value: ${value}) }`))).status).toBe(200);
  });

  test("opens no streams", async () => {
    const path = "/graphql/stream";
    expect((await ask(forwarded(), bodyOf("subscription { x }"), { path })).status).toBe(401);
  });

  test("repeats no write, also in other words of JSON", async () => {
    const header = forwarded();
    const plain = bodyOf("mutation { pay(value: 5) }");
    const escaped = plain.replace("mutation", "\\u006dutation");
    for (const body of [plain, escaped]) {
      expect((await ask(header, body)).status).toBe(200);
      expect((await ask(header, body)).status).toBe(401);
    }
    expect(writes).toBe(2);
  });

  test("carries at most ten different writes", async () => {
    const header = forwarded();
    const statuses: number[] = [];
    for (let value = 1; value <= 12; value++)
      statuses.push((await ask(header, bodyOf(`mutation { pay(value: ${value}) }`))).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 401, 401]);
    expect(writes).toBe(10);
  });
});

describe("the memory of accepted writes", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const body = Buffer.from(bodyOf("mutation { pay(value: 1) }"));
  const exp = now.getTime() + 60_000;

  test("is bounded, forgets what has expired first, and then the oldest", () => {
    const memory = new ReplayMemory({ maxEntries: 100 });
    memory.admit({ nonce: "expired", exp: now.getTime() - 1 }, body, new Date(now.getTime() - 2));
    for (let index = 0; index < 99; index++) memory.admit({ nonce: `n${index}`, exp }, body, now);
    memory.admit({ nonce: "one more", exp }, body, now);
    for (let index = 0; index < 99; index++)
      expect(() => memory.admit({ nonce: `n${index}`, exp }, body, now)).toThrow("not valid");
    for (let index = 0; index < 1_000; index++) memory.admit({ nonce: `m${index}`, exp }, body, now);
    expect(memory.size).toBe(100);
  });

  test("holds no reads", () => {
    const memory = new ReplayMemory();
    for (let index = 0; index < 10; index++)
      memory.admit({ nonce: "same", exp }, Buffer.from(bodyOf("{ double(value: 1) }")), now);
    expect(memory.size).toBe(0);
  });
});
