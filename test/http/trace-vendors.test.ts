import { createServer, request as httpRequest } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { request } from "undici";
import { useTracing, type SpanAttributes } from "../../src/observability/tracing.ts";
import { traceVendors } from "../../src/http/trace-vendors.ts";

const server = createServer((incoming, response) => {
  response.writeHead(incoming.url?.includes("bad") ? 503 : 200).end("{}");
});
let origin: string;
let ended: { name: string; attributes: SpanAttributes; failed: boolean }[] = [];
let isActive = true;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  traceVendors([
    { name: "processor", baseUrl: `${origin}/processor` },
    { name: "gone", baseUrl: "http://127.0.0.1:9/" },
  ]);
  useTracing({
    start: (name, { attributes = {} } = {}) => {
      const all = { ...attributes };
      return {
        set: (more) => void Object.assign(all, more),
        end: (error) => void ended.push({ name, attributes: all, failed: error !== undefined }),
        run: (work) => work(),
        carrier: { traceparent: "" },
      };
    },
    carrier: () => (isActive ? { traceparent: "" } : null),
    traceId: () => null,
  });
});
beforeEach(() => {
  ended = [];
  isActive = true;
});
afterAll(() => {
  useTracing(null);
  server.close();
});

const span = (status: number) => ({
  name: "vendor processor",
  attributes: {
    "vendor.name": "processor",
    "http.request.method": "GET",
    "http.response.status_code": status,
  },
  failed: false,
});

test("a request of undici and of fetch is traced without its path", async () => {
  await (await request(`${origin}/processor/v1/customers/ana`)).body.text();
  await (await fetch(`${origin}/processor/bad`)).text();
  expect(ended).toEqual([span(200), span(503)]);
});

test("a request of Node's client is traced", async () => {
  const sent = httpRequest(`${origin}/processor/v1`).end();
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  response.resume();
  await once(response, "end");
  expect(ended).toEqual([span(200)]);
});

test("a failed connection ends the span with a failure", async () => {
  await expect(request("http://127.0.0.1:9/x")).rejects.toThrow();
  expect(ended).toEqual([
    {
      name: "vendor gone",
      attributes: { "vendor.name": "gone", "http.request.method": "GET" },
      failed: true,
    },
  ]);
});

test("other hosts, and requests outside of a trace, are not traced", async () => {
  await (await request(`${origin}/other`)).body.text();
  isActive = false;
  await (await request(`${origin}/processor`)).body.text();
  expect(ended).toEqual([]);
});
