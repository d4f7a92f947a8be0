import fastify, { type FastifyInstance } from "fastify";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerDirectly, type DirectRoute } from "../../router/http/answer-directly.ts";
import { createLog } from "../../src/observability/log.ts";

let server: FastifyInstance;
let answer: DirectRoute["answer"];
let sent: number[];

beforeEach(async () => {
  sent = [];
  server = fastify({ forceCloseConnections: true });
  server.post("/x", () => ({ by: "fastify" }));
  const route: DirectRoute = {
    path: "/x",
    maxBodyBytes: 100,
    takes: () => true,
    answer: (request, reply) => answer(request, reply),
  };
  answerDirectly(server, [route], {
    log: createLog({ level: "silent", destination: { write: () => undefined } }),
    headers: { "x-common": "1", "cache-control": "no-store" },
    requestId: () => "req_new",
    addressOf: () => "198.51.100.1",
    isDraining: () => false,
    sent: ({ status }) => void sent.push(status),
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => server.close());

const open = (one = server.server) => connect((one.address() as AddressInfo).port, "127.0.0.1");

/** A request as bytes. */
function bytesOf(body: string, headers: Record<string, string> = {}): string {
  const length = String(body.length);
  const fields = { host: "a", "content-type": "application/json", "content-length": length, ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /x HTTP/1.1\r\n${head.join("")}\r\n${body}`;
}

/** The lines of the response in one order, without the time. */
async function linesOf(bytes: string, end: string, one = server.server): Promise<string[]> {
  const socket = open(one);
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.endsWith(end)) socket.end();
  });
  socket.write(bytes);
  await once(socket, "close");
  return text
    .split("\r\n")
    .filter((line) => !line.startsWith("Date: "))
    .toSorted();
}

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["headers of its own", { "x-own": "1", "retry-after": "5" }, {}],
  ["a common header of its own", { "cache-control": "private" }, {}],
  ["an equal common header", { "cache-control": "no-store" }, {}],
  ["a value beyond ASCII", { "x-own": "caf\u00e9" }, {}],
  ["a connection that it closes", { connection: "close" }, {}],
  ["a connection that the client closes", {}, { connection: "close" }],
])("a response with %s has the head that Node writes for it", async (_name, own, sends) => {
  const headers = { "x-common": "1", "cache-control": "no-store", "x-request-id": "req_new", ...own };
  answer = (_request, reply) => {
    reply.code(201);
    reply.headers(own);
    reply.send('{"text":"\u00e9"}');
  };
  const byNode = createServer((_request, response) => {
    const body = '{"text":"\u00e9"}';
    response.writeHead(201, { ...headers, "content-length": String(Buffer.byteLength(body)) });
    response.end(body);
  });
  byNode.keepAliveTimeout = server.server.keepAliveTimeout;
  await once(byNode.listen(0, "127.0.0.1"), "listening");
  const bytes = bytesOf("{}", sends);
  const [direct, node] = await Promise.all([linesOf(bytes, '"}'), linesOf(bytes, '"}', byNode)]);
  byNode.close();
  expect(direct).toEqual(node);
  expect(direct.length).toBeGreaterThan(6);
});

test("a response that the client is slow to read is finished once the system has all of it", async () => {
  const body = JSON.stringify("x".repeat(32 * 1024 * 1024));
  answer = (_request, reply) => {
    reply.raw.on("close", () => finished.push(reply.raw.writableFinished));
    reply.send(body);
  };
  const finished: boolean[] = [];
  const socket = open();
  socket.write(bytesOf("{}"));
  await once(socket, "readable");
  expect([finished, sent]).toEqual([[], []]);
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > body.length) socket.end();
  });
  await once(socket, "close");
  expect([finished, sent]).toEqual([[true], [200]]);
});

test("a response whose client has disconnected is closed without being finished", async () => {
  const closed = new Promise<boolean>((resolve) => {
    answer = async (_request, reply) => {
      reply.raw.on("close", () => resolve(reply.raw.writableFinished));
      socket.destroy();
      await once(accepting, "close");
      reply.send("{}");
    };
  });
  const accepted = once(server.server, "connection");
  const socket = open();
  const [accepting] = (await accepted) as [NodeJS.EventEmitter];
  socket.write(bytesOf("{}"));
  expect(await closed).toBe(false);
  expect(sent).toEqual([]);
});
