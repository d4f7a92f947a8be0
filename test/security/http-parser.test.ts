import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveMetrics } from "../../src/http/metrics-server.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createTestApp, type TestApp } from "../support/app.ts";

interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: { error?: string; code?: string; details?: unknown };
}

/** Sends these bytes on a connection of their own, and reads until the server closes it. */
async function exchange(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes, "latin1");
  let text = "";
  // A server that closes with unread bytes resets the connection.
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "close");
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  const lowered = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
  const status = Number(first.split(" ")[1]);
  return { status, headers: lowered, body: JSON.parse(body.join("\r\n\r\n")) as RawAnswer["body"] };
}

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp({ REQUEST_TIMEOUT_MS: "1000" });
  port = Number(new URL(app.url).port);
});
afterAll(() => app?.close());

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, "connection: close", "", ""].join("\r\n");
const host = "host: hub.example";

const rejected: [name: string, bytes: string, status: number, code: string][] = [
  ["headers that are too large", get("/livez", host, `x-a: ${"a".repeat(40_000)}`), 431, "HEADERS_TOO_LARGE"],
  ["a request line that is too large", get(`/livez?${"a".repeat(40_000)}`, host), 431, "HEADERS_TOO_LARGE"],
  ["bytes that are not HTTP", "\x16\x03\x01\x02\x00\x01\r\n\r\n", 400, "INVALID_REQUEST"],
  ["an unknown method", "FROBNICATE / HTTP/1.1\r\nhost: a\r\n\r\n", 400, "INVALID_REQUEST"],
  ["a header without a name", get("/livez", host, ": x"), 400, "INVALID_REQUEST"],
  ["a NUL in a header", get("/livez", host, "x-a: a\0b"), 400, "INVALID_REQUEST"],
  [
    "a length beside chunks",
    "POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    "INVALID_REQUEST",
  ],
  ["two lengths", get("/livez", host, "content-length: 0", "content-length: 1"), 400, "INVALID_REQUEST"],
  ["two Host headers", get("/livez", host, "Host: other.example"), 400, "INVALID_REQUEST"],
  ["two equal Host headers", get("/livez", host, host), 400, "INVALID_REQUEST"],
  ["no Host header", get("/livez"), 400, "INVALID_REQUEST"],
  ["an absolute request target", get("http://hub.example/livez", host), 400, "INVALID_REQUEST"],
  ["another site's absolute target", get("http://other.example/livez", host), 400, "INVALID_REQUEST"],
  ["a request that never ends", "GET /livez HTTP/1.1\r\nhost: a\r\nx-a:", 408, "REQUEST_TIMEOUT"],
];

describe("the router", () => {
  test.each(rejected)(
    "answers %s with the error body and a request id",
    async (_name, bytes, status, code) => {
      const answer = await exchange(port, bytes);
      const requestId = answer.headers.get("x-request-id");
      const docsUrl = expect.stringMatching(new RegExp(`/errors#${code}$`));
      expect(answer.body).toEqual({ error: expect.any(String), code, details: {}, requestId, docsUrl });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("connection")).toBe("close");
    },
  );

  test("logs the request id of what it could not parse, and nothing that was sent", async () => {
    const { headers } = await exchange(port, get("/livez", host, "x-secret-name: secret-value\0"));
    const id = headers.get("x-request-id")!;
    expect(app.logLines.some((line) => line.includes(id) && line.includes("INVALID_REQUEST"))).toBe(true);
    expect(app.logLines.join("")).not.toContain("secret-value");
  });

  test("still answers what is well formed, HTTP/1.0 without Host too", async () => {
    expect((await exchange(port, get("/livez", host))).status).toBe(200);
    expect((await exchange(port, "GET /livez HTTP/1.0\r\n\r\n")).status).toBe(200);
  });
});

test("the metrics port answers in the same way", async () => {
  const server = await serveMetrics(createMetrics(), { host: "127.0.0.1", port: 0 });
  try {
    const own = (server.server.address() as AddressInfo).port;
    for (const [name, bytes, status, code] of rejected.filter(([, , expected]) => expected !== 408)) {
      const answer = await exchange(own, bytes.replace("/livez", "/metrics"));
      expect([name, answer.status, answer.body.code]).toEqual([name, status, code]);
      expect(answer.headers.get("x-request-id")).toBeTruthy();
    }
  } finally {
    await server.close();
  }
});
