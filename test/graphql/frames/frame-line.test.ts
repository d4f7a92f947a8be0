import { connect as connectTo, createServer, type AddressInfo, type Socket } from "node:net";
import { parse } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { createRemoteExecutor } from "../../../src/graphql/remote-executor.ts";
import { frameKinds, printFrame } from "../../../src/graphql/frames/frame-format.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { until } from "../../support/poll.ts";
import { startRemote, secret as remoteSecret } from "../remote-server.ts";
import { secret } from "./raw-router.ts";
import { seen, startToy } from "./toy-server.ts";

/** A proxy whose connections a test can cut. */
async function cutBetween(port: number) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(port);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

function asker(url: string, options: object = {}) {
  const execute = createRemoteExecutor({ name: "toy", url, secret, hasFrames: true, ...options });
  return (query: string, call: object = {}) =>
    execute({ document: parse(query), variables: {}, call: { ...toyCall(), ...call } });
}

async function openSession(
  paths: readonly string[],
  ask: (query: string) => Promise<unknown>,
): Promise<void> {
  await until("requests are sent in frames", async () => {
    const before = paths.length;
    await ask("{ double(value: 0) }");
    return paths.length === before;
  });
}

const causeOf = (running: Promise<unknown>) =>
  running.then(
    () => null,
    (error: Error) => error.cause as Error & { code?: string },
  );

test("when a session is lost, reads are sent once more, and a new one opens", async () => {
  const toy = await startToy();
  const { url, cut } = await cutBetween(toy.port);
  const ask = asker(url);
  await openSession(toy.paths, ask);
  const read = ask("{ slow }");
  await until("the read waits", () => seen.waiting.length === 1);
  cut();
  await until("the read waits again", () => seen.waiting.length === 2);
  for (const finish of seen.waiting) finish();
  expect(await read).toMatchObject({ data: { slow: 7 } });
  await openSession(toy.paths, ask);
});

test("a write that was sent before its session was lost fails, and is not repeated", async () => {
  const toy = await startToy();
  const { url, cut } = await cutBetween(toy.port);
  const ask = asker(url);
  await openSession(toy.paths, ask);
  const failed = causeOf(ask("mutation { slowCharge }"));
  await until("it is under way", () => seen.waiting.length === 1);
  const before = toy.paths.length;
  cut();
  expect((await failed)?.code).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
  expect([seen.writes, toy.paths.length - before]).toEqual([1, 0]);
});

test("a client that leaves cancels its request in the subgraph", async () => {
  const toy = await startToy();
  const ask = asker(toy.url);
  await openSession(toy.paths, ask);
  const leaving = new AbortController();
  const left = causeOf(ask("{ slow }", { signal: leaving.signal }));
  await until("it waits", () => seen.waiting.length === 1);
  leaving.abort(new Error("gone"));
  expect((await left)?.message).toBe("gone");
  await until("it is aborted", () => seen.aborted === 1);
});

test("a response beyond the limit fails its own request only", async () => {
  const toy = await startToy();
  const ask = asker(toy.url, { maxResponseBytes: 2_000 });
  await openSession(toy.paths, ask);
  const [long, short] = [causeOf(ask("{ long(length: 9000) }")), ask("{ double(value: 4) }")];
  expect((await long)?.message).toBe("The response is larger than 2000 bytes.");
  expect(await short).toMatchObject({ data: { double: 8 } });
});

test("a subgraph that does not respond in time fails the request, and the session stays", async () => {
  const toy = await startToy();
  const ask = asker(toy.url, { timeoutMs: 300 });
  await openSession(toy.paths, ask);
  const before = toy.paths.length;
  expect((await causeOf(ask("{ slow }")))?.message).toBe("The subgraph did not respond within 300 ms.");
  await until("it is aborted", () => seen.aborted === 1);
  expect(await ask("{ double(value: 1) }")).toMatchObject({ data: { double: 2 } });
  expect(toy.paths.length).toBe(before);
});

test("a process that is replaced gets HTTP until the next one opens a session", async () => {
  const toy = await startToy();
  const ask = asker(toy.url);
  await openSession(toy.paths, ask);
  const slow = ask("{ slow }");
  await until("it waits", () => seen.waiting.length === 1);
  toy.draining.isOn = true;
  await until("requests take HTTP", async () => {
    const before = toy.paths.length;
    await ask("{ double(value: 1) }");
    return toy.paths.length > before;
  });
  const closing = toy.server.close();
  for (const finish of seen.waiting) finish();
  expect(await slow).toMatchObject({ data: { slow: 7 } });
  await closing;
  const next = await startToy(toy.port);
  await openSession(next.paths, ask);
});

test("a process without frames gets HTTP", async () => {
  const remote = await startRemote((one) => one.answer({ data: { leaf: 1 } }));
  const ask = asker(remote.url, { secret: remoteSecret });
  remote.server.on("upgrade", (_request: unknown, socket: Socket) =>
    socket.end("HTTP/1.1 404 Not Found\r\n\r\n"),
  );
  for (let round = 0; round < 5; round++) expect(await ask("{ leaf }")).toMatchObject({ data: { leaf: 1 } });
  expect(remote.paths).toEqual(Array.from({ length: 5 }, () => "/graphql"));
});

test("an impostor without the secret gets no request in frames", async () => {
  const remote = await startRemote((one) => one.answer({ data: { leaf: 1 } }));
  const received: Buffer[] = [];
  remote.server.on("upgrade", (_request: unknown, socket: Socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      received.push(chunk);
      socket.write(printFrame(frameKinds.ready, JSON.stringify({ proof: "x" })));
    });
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: hub-frames\r\n\r\n");
    socket.write(printFrame(frameKinds.challenge, JSON.stringify({ version: 1, challenge: "c" })));
  });
  const ask = asker(remote.url, { secret: remoteSecret });
  await ask("{ leaf }");
  await until("the hello has come", () => received.length > 0);
  for (let round = 0; round < 5; round++) expect(await ask("{ leaf }")).toMatchObject({ data: { leaf: 1 } });
  expect(remote.paths).toHaveLength(6);
  expect(received).toHaveLength(1);
});
