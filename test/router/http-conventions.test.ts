import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restPaths } from "../../router/operations/registry.ts";
import { demoKeys } from "../../src/demo-identities.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app.close());

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

async function send(method: Method, url: string, headers: Record<string, string> = {}, payload?: string) {
  const response = await app.running.router.server.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const codeOf = ({ text }: { text: string }): unknown => (JSON.parse(text) as { code?: string }).code;
const json = { "content-type": "application/json" };

describe("a known path answers a wrong method with 405 and Allow", () => {
  function knownPaths(): Map<string, Set<Method>> {
    const known = new Map<string, Set<Method>>([
      ["/graphql", new Set<Method>(["GET", "HEAD", "POST"])],
      ["/mcp", new Set<Method>(["POST"])],
      ["/tools", new Set<Method>(["GET", "HEAD"])],
      ["/tools/x/call", new Set<Method>(["POST"])],
      ["/files/x", new Set<Method>(["GET", "HEAD", "PUT"])],
      ...["/openapi.json", "/schema.graphql", "/livez", "/readyz", "/healthz", "/version"].map(
        (path): [string, Set<Method>] => [path, new Set<Method>(["GET", "HEAD"])],
      ),
    ]);
    for (const { row } of app.running.router.registry.values()) {
      for (const path of restPaths(row)) {
        const url = path.replaceAll(/\{\w+\}/g, "x");
        const own = known.get(url) ?? new Set<Method>();
        own.add(row.rest!.method);
        // A redirect that spends what it was called with has no HEAD.
        if (row.rest!.method === "GET" && !row.rest!.redirect) own.add("HEAD");
        known.set(url, own);
      }
    }
    return known;
  }

  test("every path, every other method", async () => {
    const known = knownPaths();
    expect(known.size).toBeGreaterThan(20);
    for (const [url, own] of known) {
      for (const method of methods.filter((candidate) => !own.has(candidate))) {
        const answer = await send(method, url);
        expect([method, url, answer.status]).toEqual([method, url, 405]);
        expect(new Set(String(answer.headers["allow"]).split(", "))).toEqual(own);
        expect(answer.headers["x-request-id"]).toBeTruthy();
        if (method !== "HEAD") expect(codeOf(answer)).toBe("METHOD_NOT_ALLOWED");
      }
    }
  });

  test("405 is also the response to a body of an unsupported type", async () => {
    const answer = await send("PUT", "/credits/consume", { "content-type": "text/csv" }, "a,b");
    expect(answer.status).toBe(405);
  });
});

test("HEAD responds as GET does, without a body", async () => {
  const headers = await app.as("pia");
  for (const url of ["/credits/balance/central", "/credits/packages/central", "/livez", "/openapi.json"]) {
    const [head, get] = [await send("HEAD", url, headers), await send("GET", url, headers)];
    expect([url, head.status, head.text]).toEqual([url, get.status, ""]);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
  }
});

test("an unknown path is 404 with the documented body", async () => {
  for (const url of ["/nothing", "/credits", "/credits/balance/central/more", "/v1", "/%E0%A4%A"]) {
    const answer = await send("GET", url);
    expect([url, answer.status, codeOf(answer)]).toEqual([url, 404, "NOT_FOUND"]);
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual([
      "error",
      "code",
      "details",
      "requestId",
      "docsUrl",
    ]);
  }
});

test("a slash at the end is tolerated", async () => {
  const headers = await app.as("pia");
  const plain = await send("GET", "/credits/balance/central", headers);
  const slashed = await send("GET", "/credits/balance/central/", headers);
  expect([slashed.status, slashed.text]).toEqual([200, plain.text]);
});

describe("bodies", () => {
  test("malformed JSON and out-of-range numbers are INVALID_JSON, before authentication", async () => {
    for (const body of ["{", "{'a': 1}", "nul", '{"a": 1}x', '{"amount": 1e999}', '{"a": [{"b": -1e400}]}']) {
      const answer = await send("POST", "/credits/consume", json, body);
      expect([body, answer.status, codeOf(answer)]).toEqual([body, 400, "INVALID_JSON"]);
    }
  });

  test("`__proto__` is INVALID_JSON at any depth; `constructor` is an ordinary unknown field", async () => {
    for (const body of ['{"__proto__": {}}', '{"metadata": {"a": [{"__proto__": {}}]}}']) {
      expect(codeOf(await send("POST", "/credits/consume", json, body))).toBe("INVALID_JSON");
    }
    const headers = { ...json, ...(await app.as("pia")) };
    const answer = await send("POST", "/credits/consume", headers, '{"constructor": {"prototype": {}}}');
    expect(codeOf(answer)).toBe("VALIDATION_ERROR");
    expect(answer.text).toContain("is not a known field");
  });

  test("another content type is 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/xml",
      "application/jsonx",
    ]) {
      for (const url of ["/credits/consume", "/graphql", "/mcp"]) {
        const answer = await send("POST", url, { "content-type": type }, "{}");
        expect([type, url, answer.status, codeOf(answer)]).toEqual([
          type,
          url,
          415,
          "UNSUPPORTED_MEDIA_TYPE",
        ]);
      }
    }
  });

  test("more than 1 MiB is 413, exactly 1 MiB is read", async () => {
    const body = (bytes: number) => `{"description": "${"x".repeat(bytes - 19)}"}`;
    const limit = 1024 * 1024;
    expect(Buffer.byteLength(body(limit))).toBe(limit);
    const tooLarge = await send("POST", "/credits/consume", json, body(limit + 1));
    expect([tooLarge.status, codeOf(tooLarge)]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await send("POST", "/credits/consume", json, body(limit))).status).toBe(401);
  });

  test("a top-level value that is no object is refused, not ignored", async () => {
    const headers = { ...json, ...(await app.as("pia")) };
    for (const body of ["[]", "1", '"text"']) {
      const answer = await send("POST", "/credits/consume", headers, body);
      expect([body, answer.status, codeOf(answer)]).toEqual([body, 400, "VALIDATION_ERROR"]);
    }
  });
});

describe("the request id", () => {
  test("one that is sent comes back, on success and on failure", async () => {
    for (const url of ["/livez", "/nothing", "/credits/balance/central"]) {
      expect((await send("GET", url, { "x-request-id": "abc-DEF_12345" })).headers["x-request-id"]).toBe(
        "abc-DEF_12345",
      );
    }
  });

  test("one that could harm a log is replaced", async () => {
    for (const bad of ["short", "with space in it", "x".repeat(65), "semi;colon;colon"]) {
      const { headers } = await send("GET", "/livez", { "x-request-id": bad });
      expect(headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
    }
  });
});

describe("credentials", () => {
  const doors: [Method, string][] = [
    ["GET", "/credits/balance/central"],
    ["POST", "/graphql"],
    ["POST", "/mcp"],
    ["GET", "/tools"],
  ];
  const key = demoKeys.find(({ name }) => name === "full")!.key;
  const body = (method: Method) =>
    method === "POST" ? JSON.stringify({ query: "{ __typename }" }) : undefined;
  const shownCode = (answer: { text: string }) => {
    const parsed = JSON.parse(answer.text);
    return (parsed.code ?? parsed.errors?.[0]?.extensions?.code) as unknown;
  };

  test.each(doors)("%s %s refuses two credentials on one call", async (method, url) => {
    const headers = { ...json, authorization: `Bearer ${key}`, "x-api-key": key };
    const answer = await send(method, url, headers, body(method));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("must be the only credential");
  });

  test.each(doors)("%s %s refuses a key in the URL, whatever the parameter's name", async (method, url) => {
    for (const name of ["api_key", "q", "x-api-key"]) {
      const answer = await send(method, `${url}?${name}=${key}`, json, body(method));
      expect([answer.status, shownCode(answer)]).toEqual([400, "KEY_IN_URL"]);
      expect(answer.text).not.toContain(key);
    }
  });

  test("an invalid credential is 401, also where none is needed", async () => {
    for (const authorization of ["Bearer nonsense", "Basic dTpw", "Bearer ", `Bearer ${key.slice(0, -1)}x`]) {
      for (const url of ["/credits/packages/central", "/credits/balance/central", "/tools"]) {
        const answer = await send("GET", url, { authorization });
        expect([authorization, url, answer.status]).toEqual([authorization, url, 401]);
        expect(answer.headers["www-authenticate"]).toBe("Bearer");
        expect(answer.text).not.toContain(authorization);
      }
    }
  });
});

describe("large documents", () => {
  const paths = ["/openapi.json", "/schema.graphql", "/tools", "/apps/invoicer/openapi.json"];
  const inject = (url: string, headers: Record<string, string> = {}) =>
    app.running.router.server.inject({ method: "GET", url, headers });
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

  test.each(paths)("%s is compressed as the client accepts, and not sent again unchanged", async (path) => {
    const plain = await inject(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const tag = String(plain.headers["etag"]);
    for (const encoding of ["br", "gzip"] as const) {
      const packed = await inject(path, { "accept-encoding": encoding });
      expect(packed.headers).toMatchObject({ "content-encoding": encoding, etag: tag });
      expect(packed.headers["vary"]).toMatch(/\bOrigin, accept-encoding$/);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(decoders[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    const refused = await inject(path, { "accept-encoding": "br;q=0, gzip;q=0" });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    const known = await inject(path, { "if-none-match": tag, "accept-encoding": "br" });
    expect([known.statusCode, known.body, known.headers["etag"]]).toEqual([304, "", tag]);
    expect((await inject(path, { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  test("the list of tools has another tag for a credential that may call others", async () => {
    const [all, own] = await Promise.all([
      inject("/tools"),
      inject("/tools", { "x-api-key": demoKeys.find(({ name }) => name === "reader")!.key }),
    ]);
    expect(own.headers["etag"]).not.toBe(all.headers["etag"]);
    expect(own.headers["cache-control"]).toBe("no-store");
  });
});
