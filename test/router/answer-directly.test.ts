import fastify, { type FastifyInstance } from "fastify";
import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ServerSteps } from "../../router/http/direct-exchange.ts";
import { answerDirectly, type DirectRoute } from "../../router/http/answer-directly.ts";
import { createLog } from "../../src/observability/log.ts";

let server: FastifyInstance;
let url: string;
let lines: string[];
let answer: DirectRoute["answer"];
let sent: { id: string; status: number }[];
let sending: number[];
let isDraining: boolean;
let asked: number;

beforeEach(async () => {
  [lines, sent, sending, isDraining, asked] = [[], [], [], false, 0];
  answer = (request, reply) => {
    reply.header("content-type", "application/json");
    reply.send(JSON.stringify({ by: "direct", body: request.body, ip: request.ip, id: request.id }));
  };
  const steps: ServerSteps = {
    log: createLog({ level: "info", destination: { write: (line) => void lines.push(line) } }),
    headers: { "x-common": "1", "cache-control": "no-store" },
    requestId: (given) => (typeof given === "string" ? given : "req_new"),
    addressOf: () => "198.51.100.1",
    isDraining: () => isDraining,
    sending: (_request, status) => void sending.push(status),
    sent: ({ request: { id }, status }) => void sent.push({ id, status }),
  };
  server = fastify({ bodyLimit: 1_000, forceCloseConnections: true });
  server.post("/x", () => ({ by: "fastify" }));
  server.get("/x", () => ({ by: "fastify" }));
  const route: DirectRoute = {
    path: "/x",
    maxBodyBytes: 100,
    takes: ({ accept }) => accept !== "text/event-stream",
    answer: (request, reply) => {
      asked += 1;
      return answer(request, reply);
    },
  };
  const ofPattern = { ...route, path: "/things/a", pattern: "/things/:name", params: { name: "a" } };
  server.post("/things/:name", () => ({ by: "fastify" }));
  answerDirectly(server, [route, ofPattern], steps);
  url = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => server.close());

const json = { "content-type": "application/json" };
const post = (body: string, headers: Record<string, string> = {}, path = "/x") =>
  fetch(url + path, { method: "POST", headers: { ...json, ...headers }, body });

/** Sends bytes, and resolves with all that is answered until the server closes or `until` is seen. */
async function exchange(bytes: string, until: string): Promise<string> {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.includes(until)) socket.end();
  });
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

describe("a plain request", () => {
  test("a plain request is answered directly, with the common headers", async () => {
    const response = await post('{"a":1}', { "x-request-id": "req_12345678" });
    expect(await response.json()).toEqual({
      by: "direct",
      body: { a: 1 },
      ip: "198.51.100.1",
      id: "req_12345678",
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "x-common": "1",
      "cache-control": "no-store",
      "x-request-id": "req_12345678",
    });
    expect([sending, sent]).toEqual([[200], [{ id: "req_12345678", status: 200 }]]);
  });

  test("a header that the answer sets replaces the common one", async () => {
    answer = (_request, reply) => {
      reply.headers({ "cache-control": "private", etag: '"1"' });
      reply.code(404);
      reply.send("{}");
    };
    const response = await post("{}");
    expect([response.status, response.headers.get("cache-control"), response.headers.get("etag")]).toEqual([
      404,
      "private",
      '"1"',
    ]);
    expect(sent).toEqual([{ id: "req_new", status: 404 }]);
  });

  test("a path of a pattern has the pattern's parameters, and other such paths are Fastify's", async () => {
    answer = ({ params, routeOptions }, reply) => {
      reply.send(JSON.stringify({ params, pattern: routeOptions.url }));
    };
    const own = await post("{}", {}, "/things/a");
    expect(await own.json()).toEqual({ params: { name: "a" }, pattern: "/things/:name" });
    expect(await (await post("{}", {}, "/things/b")).json()).toEqual({ by: "fastify" });
  });

  test("a body in several pieces is read as a whole", async () => {
    const head =
      "POST /x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n";
    const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
    for (const piece of [`${head}{"a"`, ":", '"é"', "}"]) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const [answered] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answered.toString()).toContain('"body":{"a":"é"}');
  });

  test("requests that are sent at once on one connection are answered in order", async () => {
    const one = (body: string) =>
      `POST /x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    answer = async (request, reply) => {
      if ((request.body as { n: number }).n === 1) await gate;
      else release();
      reply.send(JSON.stringify(request.body));
    };
    const text = await exchange(one('{"n":1}') + one('{"n":2}') + one('{"n":3}'), '{"n":3}');
    expect([...text.matchAll(/\{"n":(\d)\}/g)].map(([, n]) => n)).toEqual(["1", "2", "3"]);
  });

  test("the last response of a draining server closes its connection", async () => {
    isDraining = true;
    expect((await post("{}")).headers.get("connection")).toBe("close");
  });
});

describe("any other request", () => {
  test.each<[string, () => Promise<Response>]>([
    ["a query", () => post("{}", {}, "/x?a=1")],
    ["an origin", () => post("{}", { origin: "https://a.example" })],
    ["another media type", () => post("{}", { "content-type": "application/json; charset=latin1" })],
    ["an answer of several parts", () => post("{}", { accept: "text/event-stream" })],
    ["a body beyond the bound", () => post(JSON.stringify("x".repeat(200)))],
    ["another method", () => fetch(`${url}/x`)],
  ])("with %s takes Fastify's route", async (_name, send) => {
    const response = await send();
    expect([response.status, await response.json()]).toEqual([200, { by: "fastify" }]);
    expect(asked).toBe(0);
  });

  test.each([
    ["in chunks", "host: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", '"by":"fastify"'],
    ["without a body", "host: a\r\ncontent-length: 0\r\n\r\n", "FST_ERR_CTP_EMPTY_JSON_BODY"],
    ["with two hosts", "host: a\r\nhost: b\r\ncontent-length: 2\r\n\r\n{}", '"by":"fastify"'],
  ])("%s takes Fastify's route", async (_name, rest, expected) => {
    const text = await exchange(`POST /x HTTP/1.1\r\ncontent-type: application/json\r\n${rest}`, expected);
    expect(text).toContain(expected);
    expect(asked).toBe(0);
  });
});

describe("a fault", () => {
  test.each([
    ["{", "INVALID_JSON"],
    ['{"__proto__":{}}', "INVALID_JSON"],
  ])("the body %s is 400 %s, and no door is asked", async (body, code) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
    expect([asked, sending, response.headers.get("x-common")]).toEqual([0, [400], "1"]);
  });

  test.each<[string, DirectRoute["answer"]]>([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    ["rejects", () => Promise.reject(new Error("secret"))],
  ])("a door that %s is 500 without its words, and is logged", async (_name, fails) => {
    answer = fails;
    const response = await post("{}", { "x-request-id": "req_failing1" });
    const text = await response.text();
    expect([response.status, text.includes("INTERNAL_ERROR"), text.includes("secret")]).toEqual([
      500,
      true,
      false,
    ]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ reqId: "req_failing1" }]);
  });

  test("a door that fails after it has answered is logged, and the server lives on", async () => {
    answer = (_request, reply) => {
      reply.send("{}");
      throw new Error("too late");
    };
    expect(await (await post("{}", { "x-request-id": "req_failing2" })).text()).toBe("{}");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ reqId: "req_failing2" }]);
    answer = (_request, reply) => void reply.send('{"ok":true}');
    expect(await (await post("{}")).json()).toEqual({ ok: true });
  });

  test("a client that goes away in the middle of its body is not answered", async () => {
    const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
    const accepted = once(server.server, "connection");
    socket.write(
      'POST /x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a"',
    );
    const [accepting] = (await accepted) as [NodeJS.EventEmitter];
    socket.destroy();
    await once(accepting, "close");
    expect(asked).toBe(0);
    expect((await post("{}")).status).toBe(200);
  });
});

test("a server that closes leaves later requests to Fastify", async () => {
  const other = fastify({ return503OnClosing: false });
  other.post("/x", () => ({ by: "fastify" }));
  const route = { path: "/x", maxBodyBytes: 100, takes: () => true, answer };
  const log = createLog({ level: "silent", destination: { write: () => undefined } });
  const steps = { log, headers: {}, requestId: () => "r", addressOf: () => "", isDraining: () => false };
  answerDirectly(other, [route], steps);
  let whileClosing: Promise<unknown> = Promise.resolve();
  other.addHook("preClose", async () => {
    whileClosing = fetch(`${address}/x`, { method: "POST", headers: json, body: "{}" }).then((response) =>
      response.json(),
    );
    await whileClosing;
  });
  const address = await other.listen({ host: "127.0.0.1", port: 0 });
  await other.close();
  expect(await whileClosing).toEqual({ by: "fastify" });
});
