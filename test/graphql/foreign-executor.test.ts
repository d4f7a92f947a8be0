import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { createRemoteExecutor, type RemoteSubgraph } from "../../src/graphql/remote-executor.ts";
import { readPrincipal, principalHeader } from "../../src/access/principal-header.ts";
import { toyCall } from "../federation/toy-graph.ts";

/** A server that is not the platform's, and an executor for it. */
async function open(listener: RequestListener, options: Partial<RemoteSubgraph> = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createRemoteExecutor({ name: "foreign", url, secret: null, protocol: "graphql", ...options });
}

const answering = (body: unknown) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.end(JSON.stringify(body));
const query = { document: parse("{ a }"), variables: {} };

test("errors keep message and path, a code of the platform, and no other extensions", async () => {
  const errors = [
    {
      message: "x".repeat(2_000),
      path: ["a", 0],
      extensions: { code: "NOT_FOUND", stack: "secret", http: { status: 302 } },
    },
    { message: "no token", extensions: { code: "MISSING_TOKEN" } },
    { message: 1, path: "a", extensions: { code: "toString" } },
    null,
  ];
  const ask = await open(answering({ data: { a: null }, errors }));
  const { errors: shown = [] } = await ask({ ...query, call: toyCall() });
  const about = (code: string, status: number) => ({
    code,
    details: { subgraph: "foreign" },
    http: { status },
  });
  expect(shown.map(({ extensions }) => extensions)).toEqual([
    about("NOT_FOUND", 404),
    about("INTERNAL_ERROR", 500),
    about("INTERNAL_ERROR", 500),
    about("INTERNAL_ERROR", 500),
  ]);
  expect(shown[0]).toMatchObject({ message: "x".repeat(500), path: ["a", 0] });
  expect(shown[2]!.path).toBeUndefined();
});

test("its meter charges nothing", async () => {
  const meter = { chargedHundredths: 500, remainingHundredths: 0, replayed: true };
  const call = toyCall();
  const ask = await open(answering({ data: { a: 1 }, extensions: { meter } }));
  expect(await ask({ ...query, call })).toEqual({ data: { a: 1 } });
  expect(call.meter).toEqual({ chargedHundredths: 0, remainingHundredths: null, replayed: false });
});

test("a redirect is not followed", async () => {
  const paths: (string | undefined)[] = [];
  const ask = await open((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: "/other" }).end();
  });
  await expect(ask({ ...query, call: toyCall() })).rejects.toThrow("does not respond");
  expect(paths).toEqual(["/graphql"]);
});

test("requests go one by one to its path, without the principal", async () => {
  const seen: [string | undefined, unknown][] = [];
  const ask = await open(
    (request, response) => {
      seen.push([request.url, request.headers[principalHeader]]);
      response.end('{"data":{"a":1,"b":2}}');
    },
    { path: "/api/graph" },
  );
  await Promise.all([
    ask({ ...query, call: toyCall() }),
    ask({ ...query, document: parse("{ b }"), call: toyCall() }),
  ]);
  expect(seen).toEqual([
    ["/api/graph", undefined],
    ["/api/graph", undefined],
  ]);
});

test("a signed request names the principal for this subgraph, path and body", async () => {
  const secret = "a secret of the foreign subgraph";
  let principal: unknown;
  const ask = await open(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const target = { audience: "foreign", path: "/p", body: Buffer.concat(chunks), now: new Date() };
        const text = String(request.headers[principalHeader]);
        principal = readPrincipal([secret], text, { ...target, acceptsForwarded: false });
        response.end('{"data":{"a":1}}');
      });
    },
    { secret, path: "/p" },
  );
  await ask({ ...query, call: toyCall() });
  expect(principal).toMatchObject({ principal: { principal: { kind: "anonymous" } } });
});

test.each([
  [0, 1],
  [3, 4],
])(
  "with %i retries a query is sent %i times while its connection fails, a mutation once",
  async (retries, times) => {
    let requests = 0;
    const ask = await open(
      (request) => {
        requests += 1;
        request.socket.destroy();
      },
      { retries },
    );
    await expect(ask({ ...query, call: toyCall() })).rejects.toThrow("does not respond");
    expect(requests).toBe(times);
    requests = 0;
    await expect(ask({ ...query, document: parse("mutation { a }"), call: toyCall() })).rejects.toThrow();
    expect(requests).toBe(1);
  },
);

test("two clients with different propagated headers do not share a response", async () => {
  const ask = await open(
    (request, response) =>
      void setTimeout(
        () => response.end(JSON.stringify({ data: { a: request.headers["accept-language"] } })),
        50,
      ),
    { headers: ["accept-language"] },
  );
  const speaking = (language: string) => ({
    ...toyCall(),
    headers: new Map([["accept-language", language]]),
  });
  const results = await Promise.all(
    ["fr", "de"].map((language) => ask({ ...query, call: speaking(language) })),
  );
  expect(results).toEqual([{ data: { a: "fr" } }, { data: { a: "de" } }]);
});

test("a large or slow response is a failure", async () => {
  const large = await open(answering({ data: { a: "x".repeat(5_000) } }), { maxResponseBytes: 2_000 });
  await expect(large({ ...query, call: toyCall() })).rejects.toThrow("does not respond");
  const slow = await open(() => undefined, { deadlineMs: 200 });
  await expect(slow({ ...query, call: toyCall() })).rejects.toThrow("does not respond");
});
