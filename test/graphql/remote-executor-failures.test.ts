import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse, type DocumentNode, type ExecutionResult } from "graphql";
import { describe, expect, onTestFinished, test } from "vitest";
import { DomainError } from "../../src/errors.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { person, toyCall, type ToyCall } from "../federation/toy-graph.ts";
import { freePorts } from "../platform/support/platform-process.ts";
import { until } from "../support/poll.ts";
import { secret, startRemote, type SeenRequest } from "./remote-server.ts";

const read = parse("{ leaf { id } }");
const write = parse("mutation { leaf: grow { id } }");
const leaf = { data: { leaf: { id: "1" } } };
const answerAll = (seen: SeenRequest) => seen.answer(leaf);

type Run = (document: DocumentNode, call?: ToyCall) => Promise<ExecutionResult>;

function executorOf(url: string, limits: { timeoutMs?: number; deadlineMs?: number } = {}): Run {
  const execute = createRemoteExecutor({ name: "toy", url, secret, ...limits });
  return (document, call = toyCall(person)) => execute({ document, variables: {}, call });
}

/** How an execution fails, which must be SERVICE_UNAVAILABLE: its cause. */
async function causeOf(running: Promise<ExecutionResult>): Promise<Error & { code?: string }> {
  const error = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  return (error as DomainError).cause as Error;
}

/** A subgraph that ends the first `count` connections before it has read anything of them. */
async function startClosing(count: number) {
  const remote = await startRemote(answerAll);
  remote.server.prependListener("connection", (socket) => {
    if (remote.connections.length < count) socket.destroy();
  });
  return remote;
}

/** Calls `react` each time that a connection to this port cannot be made. */
function onRefusal(port: string, react: () => void): void {
  const listener = (message: unknown) => {
    const { connectParams } = message as { connectParams: { port: string } };
    if (connectParams.port === port) react();
  };
  diagnostics.subscribe("undici:client:connectError", listener);
  onTestFinished(() => void diagnostics.unsubscribe("undici:client:connectError", listener));
}

describe("a read", () => {
  test("a read is retried once when the first connection was refused", async () => {
    const [port] = (await freePorts(1)) as [string];
    const server = createServer((_request, response) => response.end(JSON.stringify(leaf)));
    let refusals = 0;
    onRefusal(port, () => {
      refusals += 1;
      server.listen(Number(port), "127.0.0.1");
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
    });
    expect(await executorOf(`http://127.0.0.1:${port}`)(read)).toEqual(leaf);
    expect(refusals).toBe(1);
  });

  test("a read is retried once, and logged, when its connection closed before it was received", async () => {
    const { url, requests, connections } = await startClosing(1);
    const call = toyCall(person);
    expect(await executorOf(url)(read, call)).toEqual(leaf);
    expect([connections.length, requests.length]).toEqual([2, 1]);
    expect(call.lines).toMatchObject([{ level: 40, subgraph: "toy" }]);
  });

  test("a read is retried once when its keep-alive connection closes", async () => {
    const { url, requests } = await startRemote((seen) => {
      if (requests.length === 2) seen.socket.resetAndDestroy();
      else seen.answer(leaf);
    });
    const run = executorOf(url);
    await run(read);
    expect(await run(read)).toEqual(leaf);
    expect(requests).toHaveLength(3);
  });

  test("a read is retried at most once", async () => {
    const { url, connections, requests } = await startClosing(5);
    await causeOf(executorOf(url)(read));
    expect([connections.length, requests.length]).toEqual([2, 0]);
  });

  test("a read is not retried after two refused connections", async () => {
    const [port] = (await freePorts(1)) as [string];
    let refusals = 0;
    onRefusal(port, () => void (refusals += 1));
    const { code } = await causeOf(executorOf(`http://127.0.0.1:${port}`)(read));
    expect([code, refusals]).toEqual(["ECONNREFUSED", 2]);
  });

  test("a response to a different document fails the read and is not shown", async () => {
    for (const other of [{ hello: "world" }, { data: {} }, { data: { me: 42 } }]) {
      const { url, requests } = await startRemote((seen) => seen.answer(other));
      await expect(executorOf(url)(read)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      expect(requests).toHaveLength(1);
    }
    const entities = parse("query ($of: [_Any!]!) { _entities(representations: $of) { id } }");
    const { url } = await startRemote((seen) => seen.answer({ data: { _entities: {} } }));
    await expect(executorOf(url)(entities)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("a read is not retried when its response breaks off", async () => {
    const { url, requests } = await startRemote(({ response, socket }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
      response.write('{"data":', () => socket.destroy());
    });
    await causeOf(executorOf(url)(read));
    expect(requests).toHaveLength(1);
  });

  test("a read is not retried after a timeout before its response", async () => {
    const { url, requests } = await startRemote();
    const { code } = await causeOf(executorOf(url, { timeoutMs: 100 })(read));
    expect([code, requests.length]).toEqual(["UND_ERR_HEADERS_TIMEOUT", 1]);
  });

  test("a read is not retried after a timeout within its response", async () => {
    const { url, requests } = await startRemote(({ response }) => response.write('{"data":'));
    const { code } = await causeOf(executorOf(url, { timeoutMs: 100 })(read));
    expect([code, requests.length]).toEqual(["UND_ERR_BODY_TIMEOUT", 1]);
  });

  test("a read ends at its deadline even while data arrives, without a retry", async () => {
    const { url, requests } = await startRemote(({ response }) => {
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    const { message } = await causeOf(executorOf(url, { deadlineMs: 200 })(read));
    expect(message).toContain("200 ms");
    await until("the request is gone", () => requests[0]?.isGone);
    expect(requests).toHaveLength(1);
  });
});

describe("a write", () => {
  test("a write is not retried when its connection closed before it was received", async () => {
    const { url, connections, requests } = await startClosing(1);
    await causeOf(executorOf(url)(write));
    expect([connections.length, requests.length]).toEqual([1, 0]);
  });

  test("a write is not retried when the connection was refused", async () => {
    const [port] = (await freePorts(1)) as [string];
    let refusals = 0;
    onRefusal(port, () => void (refusals += 1));
    await causeOf(executorOf(`http://127.0.0.1:${port}`)(write));
    expect(refusals).toBe(1);
  });

  test("ends at its deadline", async () => {
    const { url, requests } = await startRemote();
    const { message } = await causeOf(executorOf(url, { deadlineMs: 100 })(write));
    expect(message).toContain("100 ms");
    expect(requests).toHaveLength(1);
  });
});

describe("of several processes", () => {
  /** A process that says at `/readyz` whether it is ready, and which one it is in all else. */
  async function startMember(id: string) {
    const member = { id, isReady: true, reads: 0, writes: 0, url: "" };
    const server = createServer((request, response) => {
      if (request.url === "/readyz") return void response.writeHead(member.isReady ? 200 : 503).end("{}");
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        member[Buffer.concat(chunks).includes("mutation") ? "writes" : "reads"] += 1;
        response.end(JSON.stringify({ data: { leaf: { id } } }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const stop = () => {
      server.close();
      server.closeAllConnections();
    };
    onTestFinished(stop);
    member.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return Object.assign(member, { stop });
  }

  test("requests are spread over all processes of a subgraph", async () => {
    const members = await Promise.all(["a", "b", "c"].map(startMember));
    const run = executorOf(members.map(({ url }) => url).join(", "));
    for (let count = 0; count < 9; count++) await run(read);
    expect(members.map(({ reads }) => reads)).toEqual([3, 3, 3]);
  });

  test("a process that is not ready gets no new requests until it is", async () => {
    const [a, b] = (await Promise.all(["a", "b"].map(startMember))) as [Member, Member];
    const run = executorOf(`${a.url},${b.url}`);
    await run(read);
    a.isReady = false;
    await until("the other one alone is asked", async () => {
      a.writes = 0;
      for (let count = 0; count < 4; count++) await run(write);
      return a.writes === 0;
    });
    a.isReady = true;
    await until("it is asked again", async () => {
      await run(write);
      return a.writes > 0;
    });
  });
  type Member = Awaited<ReturnType<typeof startMember>>;

  test("reads and writes without a connection go to another process", async () => {
    const [a, b] = (await Promise.all(["a", "b"].map(startMember))) as [Member, Member];
    a.stop();
    for (const document of [read, write, read, write]) {
      const run = executorOf(`${a.url},${b.url}`);
      for (let count = 0; count < 4; count++) await run(document);
    }
    expect([b.reads, b.writes]).toEqual([8, 8]);
  });

  test("a write whose connection ended is not sent to another process", async () => {
    const dead = await startClosing(100);
    const alive = await startMember("alive");
    const run = executorOf(`${dead.url},${alive.url}`);
    const outcomes = [];
    for (let count = 0; count < 2; count++) outcomes.push(await run(write).then(String, () => "failed"));
    expect(outcomes.filter((outcome) => outcome === "failed")).toHaveLength(1);
    expect([alive.writes, dead.connections.length]).toEqual([1, 1]);
  });
});
