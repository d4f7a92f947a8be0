import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { parse, type ExecutionResult } from "graphql";
import { describe, expect, onTestFinished, test } from "vitest";
import { DomainError } from "../../src/errors.ts";
import { isDeeperThan, maxDepth } from "../../src/text/json-depth.ts";
import { isStream } from "../../src/concurrency/stream.ts";
import { createRemoteSubscriber } from "../../src/graphql/remote-subscriber.ts";
import { createRemoteExecutor, type RemoteSubgraph } from "../../src/graphql/remote-executor.ts";
import { readEvents } from "../../src/http/event-stream.ts";
import { toyCall } from "../federation/toy-graph.ts";

/** The cause for which a foreign subgraph that answers so is refused; null when its response is accepted. */
async function causeOf(
  respond: (response: ServerResponse) => void,
  limits: Partial<RemoteSubgraph> = {},
): Promise<string | null> {
  const server = createServer((_request, response) => respond(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const execute = createRemoteExecutor({
    name: "foreign",
    url,
    secret: "secret-of-a-foreign-subgraph-test",
    ...limits,
  });
  try {
    await execute({ document: parse("{ value }"), variables: {}, call: toyCall() });
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    return String((error as Error).cause);
  }
}

const textOf = (length: number) => JSON.stringify({ data: { value: "x".repeat(length) } });
const nested = (depth: number) => `{"data":{"value":${"[".repeat(depth)}${"]".repeat(depth)}}}`;

describe("a response of a remote subgraph", () => {
  test("is accepted up to the size limit", async () => {
    expect(await causeOf((response) => response.end(textOf(900)), { maxResponseBytes: 1_000 })).toBeNull();
  });

  test("is refused beyond the size limit, and its connection is closed", async () => {
    let sent = 0;
    const endless = (response: ServerResponse) => {
      response.write('{"data":{"value":"');
      const timer = setInterval(() => (sent += response.write("x".repeat(1_000)) ? 1 : 0), 1);
      response.on("close", () => clearInterval(timer));
    };
    expect(await causeOf(endless, { maxResponseBytes: 10_000 })).toContain("larger than 10000 bytes");
    expect(sent).toBeLessThan(1_000);
  });

  test("is refused when it is nested too deeply", async () => {
    expect(await causeOf((response) => response.end(nested(maxDepth - 2)))).toBeNull();
    expect(await causeOf((response) => response.end(nested(100_000)))).toContain("levels of nesting");
  });

  test("is refused when it takes longer than the deadline, although it never falls silent", async () => {
    const dripping = (response: ServerResponse) => {
      const timer = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(timer));
    };
    expect(await causeOf(dripping, { deadlineMs: 100 })).toContain("within 100 ms");
  });
});

test.each([
  ["[[[]]]", 3, false],
  ["[[[]]]   ", 2, true],
  ['["[[[[[[", "\\"[[[[\\\\"]', 1, false],
  ['{"a":[{"b":"}"},[[1]]]}', 3, true],
  ['{"a":[{"b":"}"},[[1]]]}', 4, false],
  ["[]".repeat(1_000), 1, false],
])("the depth of %s is judged against %i: too deep %s", (text, limit, isTooDeep) => {
  expect(isDeeperThan(text, limit)).toBe(isTooDeep);
});

test("an event of a stream that never ends is refused", async () => {
  async function* endless() {
    yield Buffer.from("event: next\ndata: ");
    for (;;) yield Buffer.from("x".repeat(1_000));
  }
  await expect(readEvents(endless(), { maxCharacters: 10_000 }).next()).rejects.toThrow("longer than");
});

/** The result with which a stream of these events ends, or its first event. */
async function firstOf(data: string): Promise<unknown> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`event: next\ndata: ${data}\n\nevent: complete\ndata:\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = "secret-of-a-foreign-subgraph-test";
  const subscribe = createRemoteSubscriber({ name: "foreign", url, secret });
  const opened = await subscribe({
    document: parse("subscription { value }"),
    variables: {},
    call: toyCall(),
  });
  if (!isStream<ExecutionResult>(opened)) throw new Error(JSON.stringify(opened));
  return (await opened.next()).value;
}

describe("a streamed event of a remote subgraph", () => {
  test("is accepted up to the limit of nesting", async () => {
    expect(JSON.stringify(await firstOf(nested(maxDepth - 2)))).toBe(nested(maxDepth - 2));
  });

  test("ends the stream with an error when it is nested too deeply", async () => {
    expect(await firstOf(nested(maxDepth - 1))).toMatchObject({
      errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }],
    });
  });
});
