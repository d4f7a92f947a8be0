import fastify from "fastify";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { endWhenIdle } from "../../router/graphql/connection-counts.ts";
import {
  acceptWebSockets,
  connectionLimits,
  createWebSocketDoor,
  type ConnectionLimits,
} from "../../router/graphql/websocket-door.ts";
import { noLimits } from "../../router/limits/limits.ts";
import { anonymous } from "../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";

/** A connection that closes with the test, and the reason of its close. */
function open(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, "graphql-transport-ws", { headers });
  onTestFinished(() => socket.terminate());
  const messages: { type: string }[] = [];
  let closed: [code: number, reason: string] | null = null;
  socket.on("message", (data) => messages.push(JSON.parse(String(data)) as { type: string }));
  socket.on("close", (code, reason) => (closed = [code, String(reason)]));
  socket.on("open", () => socket.send('{"type":"connection_init"}'));
  return {
    socket,
    messages,
    closed: () => closed,
    acknowledged: () => until("an answer", () => messages.length > 0 || closed !== null),
  };
}

/** The door alone, with short times; the `x-name` header names the principal, and `x-address` the address. */
async function openDoor(connections: Partial<ConnectionLimits>): Promise<string> {
  const server = fastify({ trustProxy: true });
  await acceptWebSockets(server);
  const makeCall = async ({ headers, id }: { headers: Record<string, unknown>; id: string }) => {
    const name = headers["x-name"];
    const principal = typeof name === "string" ? { ...anonymous, kind: "user", id: name } : anonymous;
    return { principal, requestId: id, meter: newMeter() } as unknown as CallContext;
  };
  const options = { makeCall, limits: noLimits, connections, admission: { trusted: null } };
  const wsHandler = createWebSocketDoor(options as never);
  server.route({ method: "GET", url: "/graphql", handler: () => null, wsHandler });
  await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  return `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}/graphql`;
}

describe("the platform", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test("300 anonymous connections of one address do not stay open", async () => {
    const url = `${app.url.replace("http", "ws")}/graphql`;
    const all = Array.from({ length: 300 }, () => open(url));
    await Promise.all(all.map(({ acknowledged }) => acknowledged()));
    const kept = () => all.filter(({ closed }) => closed() === null);
    await until("the others are closed", () => kept().length === connectionLimits.perAddress);
    for (const { closed } of all) {
      if (closed()) expect(closed()).toEqual([1013, "Too many connections"]);
    }
    // A place that is given back is another one's.
    const [first] = kept();
    first!.socket.close();
    await once(first!.socket, "close");
    const next = open(url);
    await next.acknowledged();
    expect([next.closed(), next.messages]).toEqual([null, [{ type: "connection_ack" }]]);
  });
});

test("each address is counted separately, IPv6 by /64 network", async () => {
  const url = await openDoor({ perAddress: 2 });
  const from = (address: string) => open(url, { "x-forwarded-for": address });
  const same = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff::3"].map(from);
  await Promise.all(same.map(({ acknowledged }) => acknowledged()));
  await until("the third is refused", () => same.filter(({ closed }) => closed()).length === 1);
  const others = ["2001:db8:0:2::1", "192.0.2.1", "192.0.2.2"].map(from);
  await Promise.all(others.map(({ acknowledged }) => acknowledged()));
  expect(others.map(({ closed }) => closed())).toEqual([null, null, null]);
});

test("connections of a principal are bounded together, and count to no address once it is known", async () => {
  const url = await openDoor({ perAddress: 2, perPrincipal: 3 });
  const opened: ReturnType<typeof open>[] = [];
  for (let count = 0; count < 4; count++) {
    const connection = open(url, { "x-name": "ann" });
    opened.push(connection);
    await connection.acknowledged();
  }
  await until("the fourth is refused", () => opened[3]!.closed() !== null);
  expect(opened.map(({ closed }) => closed()?.[0])).toEqual([undefined, undefined, undefined, 1013]);
  const another = open(url, { "x-name": "bob" });
  await another.acknowledged();
  expect(another.closed()).toBeNull();
});

test("a connection without an operation is closed, an anonymous one sooner; pings do not keep it open", async () => {
  const url = await openDoor({ anonymousIdleMs: 200, idleMs: 60_000 });
  const nobody = open(url);
  const ann = open(url, { "x-name": "ann" });
  await Promise.all([nobody.acknowledged(), ann.acknowledged()]);
  const pings = setInterval(() => nobody.socket.send('{"type":"ping"}'), 20);
  onTestFinished(() => clearInterval(pings));
  await until("it is closed", () => nobody.closed() !== null);
  clearInterval(pings);
  expect(nobody.closed()).toEqual([1000, "Idle"]);
  expect(ann.closed()).toBeNull();
});

test("an operation that lasts keeps its connection open", async () => {
  let isBusy = true;
  let ended = 0;
  const watched = { idleMs: 40, isBusy: () => isBusy, lastBegun: () => 0 };
  onTestFinished(endWhenIdle(watched, () => void ended++));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(ended).toBe(0);
  isBusy = false;
  await until("it ends", () => ended > 0);
});
