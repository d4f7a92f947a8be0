import fastify, { type FastifyInstance } from "fastify";
import { parse, type ExecutionResult } from "graphql";
import type { AddressInfo } from "node:net";
import { Ctx, Query, Resolver, Root, Subscription } from "type-graphql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReplayMemory } from "../../src/access/replay-memory.ts";
import { isAuthenticated, isPublic } from "../../src/access/rules.ts";
import { anonymous } from "../../src/access/principal.ts";
import type { RequestContext } from "../../src/context.ts";
import { createLocalSubscriber, type SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import type { RunningSubgraph } from "../../src/graphql/open-subgraph.ts";
import { createRemoteSubscriber } from "../../src/graphql/remote-subscriber.ts";
import { serveStreams, streamPath } from "../../src/graphql/serve-streams.ts";
import { isStream, mapStream, WakeUps, type Stream } from "../../src/concurrency/stream.ts";
import { person, toyCall, toyContext, toyGraph } from "../federation/toy-graph.ts";
import { silentLog } from "../support/silent-log.ts";
import { until } from "../support/poll.ts";

let source: WakeUps;
let open = 0;
const contexts: RequestContext[] = [];

@Resolver()
class TickResolver {
  @Query(() => Number)
  now(): number {
    return 0;
  }

  @Subscription(() => String, {
    subscribe: () => {
      open += 1;
      let count = 0;
      source = new WakeUps({ isDue: true, onEnd: () => void (open -= 1) });
      return mapStream(source, () => (count += 1));
    },
  })
  tick(@Root() count: number, @Ctx() ctx: RequestContext): string {
    contexts.push(ctx);
    if (count === 3) throw new Error("a secret cause");
    return `${count} for ${ctx.principal.id}`;
  }
}

const { schema } = toyGraph({
  resolvers: [TickResolver],
  rules: { Query: { now: isPublic }, Subscription: { tick: isAuthenticated } },
  hasSubscriptions: true,
});
const local = createLocalSubscriber({ schema, contextFor: toyContext });
const secret = "secret-of-the-subscriber-test";

let server: FastifyInstance;
let remote: SubgraphSubscriber;
let url: string;
beforeEach(async () => {
  open = 0;
  contexts.length = 0;
  server = fastify({ forceCloseConnections: "idle" });
  const subgraph = { name: "toy", graph: { schema }, subscribe: local } as unknown as RunningSubgraph;
  const replays = new ReplayMemory();
  serveStreams(server, subgraph, { secrets: [secret], audience: "toy", replays, log: silentLog });
  await server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  remote = createRemoteSubscriber({ name: "toy", url, secret });
});
afterEach(() => server.close());

const document = parse("subscription { tick }");

async function openStream(
  subscriber: SubgraphSubscriber,
  call = toyCall(person),
): Promise<Stream<ExecutionResult>> {
  const opened = await subscriber({ document, variables: {}, call });
  if (!isStream<ExecutionResult>(opened)) throw new Error(JSON.stringify(opened));
  return opened;
}

const kinds: [string, () => SubgraphSubscriber][] = [
  ["in process", () => local],
  ["over HTTP", () => remote],
];

test.each(kinds)(
  "%s: events come as they happen, with an error in its event only",
  async (_kind, subscriber) => {
    const stream = await openStream(subscriber());
    expect((await stream.next()).value).toEqual({ data: { tick: "1 for usr_1" } });
    source.wake();
    expect((await stream.next()).value).toEqual({ data: { tick: "2 for usr_1" } });
    source.wake();
    const { value } = await stream.next();
    expect(value).toMatchObject({ errors: [{ path: ["tick"], extensions: { code: "INTERNAL_ERROR" } }] });
    expect(JSON.stringify(value)).not.toContain("secret cause");
    source.wake();
    expect((await stream.next()).value).toEqual({ data: { tick: "4 for usr_1" } });
    await source.return();
    expect((await stream.next()).done).toBe(true);
  },
);

test.each(kinds)("%s: each event has a context of its own", async (_kind, subscriber) => {
  const stream = await openStream(subscriber());
  await stream.next();
  source.wake();
  await stream.next();
  expect(new Set(contexts).size).toBe(2);
  await stream.return();
});

test.each(kinds)("%s: a refused caller opens no source", async (_kind, subscriber) => {
  const result = await subscriber()({ document, variables: {}, call: toyCall(anonymous) });
  expect(result).toMatchObject({ errors: [{ extensions: { code: "MISSING_TOKEN" } }] });
  expect(open).toBe(0);
});

test.each(kinds)("%s: a reader who leaves releases the source", async (_kind, subscriber) => {
  const stream = await openStream(subscriber());
  await stream.next();
  void stream.next();
  expect(open).toBe(1);
  await stream.return();
  await until("the source is released", () => open === 0);
});

test("over HTTP: a client that disconnects releases the source", async () => {
  const abort = new AbortController();
  const stream = await openStream(remote, { ...toyCall(person), signal: abort.signal });
  await stream.next();
  const last = stream.next();
  abort.abort();
  await until("the source is released", () => open === 0);
  expect((await last).value).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
});

test("a subgraph that closes ends its streams with an error", async () => {
  const stream = await openStream(remote);
  await stream.next();
  const last = stream.next();
  await server.close();
  expect((await last).value).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
  expect((await stream.next()).done).toBe(true);
  expect(open).toBe(0);
});

test("a subgraph that does not answer, or not to us, is unavailable", async () => {
  const nowhere = createRemoteSubscriber({ name: "toy", url: "http://127.0.0.1:1", secret });
  const stranger = createRemoteSubscriber({ name: "toy", url, secret: "another secret" });
  for (const subscriber of [nowhere, stranger]) {
    const refused = subscriber({ document, variables: {}, call: toyCall(person) });
    await expect(refused).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  }
  expect(open).toBe(0);
});

test("a subgraph streams only to requests with a header signed for it", async () => {
  const response = await fetch(`${url}${streamPath}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ query: "subscription { tick }" }),
  });
  expect(response.status).not.toBe(200);
  expect(open).toBe(0);
});
