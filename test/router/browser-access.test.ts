import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admitBrowsers } from "../../router/http/browser-access.ts";
import { openSharedAppWithTwins, type TwinApp } from "../support/shared-app.ts";
import { until } from "../support/poll.ts";

let app: TwinApp;
let pia: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  pia = await app.as("pia");
});
afterAll(() => app?.close());

const invoicer = "https://invoicer.demo.example";
const payroll = "https://payroll.demo.example";
const stranger = "https://evil.example";
const preflight = (origin: string, url = "/invoices") =>
  app.send("OPTIONS", url, {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,x-app-id,content-type",
  });
const allowed = "access-control-allow-origin";

describe("a preflight", () => {
  test.each([invoicer, payroll, "http://localhost:5173"])(
    "is answered to the page of an app: %s",
    async (origin) => {
      for (const url of ["/invoices", "/a/invoicer/invoices", "/graphql", "/mcp", "/auth/me"]) {
        const { status, headers } = await preflight(origin, url);
        expect([url, status, headers[allowed]]).toEqual([url, 204, origin]);
        expect(String(headers["access-control-allow-methods"]).split(", ")).toEqual(
          expect.arrayContaining(["GET", "POST", "PUT", "PATCH", "DELETE"]),
        );
        expect(headers["access-control-allow-headers"]).toBe("authorization,x-app-id,content-type");
        expect(headers["vary"]).toContain("Origin");
        expect(headers["access-control-allow-credentials"]).toBeUndefined();
      }
    },
  );

  test.each([stranger, "null", "https://invoicer.demo.example.evil.example", "http://invoicer.demo.example"])(
    "is not answered to %s",
    async (origin) => {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(404);
      expect(headers[allowed]).toBeUndefined();
    },
  );
});

describe("a call of a page", () => {
  const call = (origin: string, appId?: string) =>
    app.get("/invoices", { ...pia, origin, ...(appId ? { "x-app-id": appId } : {}) });

  test("a page of the named app may read the response", async () => {
    const { status, headers } = await call(invoicer, "invoicer");
    expect([status, headers[allowed]]).toEqual([200, invoicer]);
    const exposed = String(headers["access-control-expose-headers"]).split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining(
        `x-request-id ratelimit ratelimit-policy x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
         retry-after etag deprecation link idempotent-replayed`.split(/\s+/),
      ),
    );
  });

  test.each([payroll, stranger, "null"])("of %s may not call for another app", async (origin) => {
    const { status, headers, body } = await call(origin, "invoicer");
    expect([status, body.code, body.details]).toEqual([403, "FORBIDDEN", { reason: "origin_not_allowed" }]);
    expect(headers[allowed]).toBeUndefined();
    const inPath = await app.get("/a/invoicer/invoices", { ...pia, origin });
    expect([inPath.status, inPath.headers[allowed]]).toEqual([403, undefined]);
  });

  test("a refused page's request has no effect", async () => {
    const body = { client: "x@client.example", items: [{ description: "x", amount: 10 }] };
    const sql = "SELECT 1 FROM gateway.invoices WHERE owner_id = $1";
    const count = async () => (await app.database.query(sql, [app.idOf("pia")])).length;
    const before = await count();
    expect(
      (await app.post("/invoices", body, { ...pia, origin: payroll, "x-app-id": "invoicer" })).status,
    ).toBe(403);
    expect(await count()).toBe(before);
    expect(
      (await app.post("/invoices", body, { ...pia, origin: invoicer, "x-app-id": "invoicer" })).status,
    ).toBe(201);
    expect(await count()).toBe(before + 1);
  });

  test("a page of another origin is refused in GraphQL and for agents alike", async () => {
    const headers = { ...pia, origin: payroll, "x-app-id": "invoicer" };
    const graph = await app.graphql("{ me { id } }", {}, headers);
    expect(graph.body.errors[0].extensions.details).toEqual({ reason: "origin_not_allowed" });
    expect((await app.tool("get_current_user", {}, headers)).body.details).toEqual({
      reason: "origin_not_allowed",
    });
  });

  test("a response without an app may be read by the pages of all apps only", async () => {
    for (const origin of [invoicer, payroll]) {
      const { status, headers } = await app.get("/auth/me", { ...pia, origin });
      expect([status, headers[allowed]]).toEqual([200, origin]);
    }
    expect((await app.get("/auth/me", { ...pia, origin: stranger })).headers[allowed]).toBeUndefined();
  });

  test("the platform's own pages are always admitted", async () => {
    const { status, headers } = await call(app.running.url, "invoicer");
    expect([status, headers[allowed]]).toEqual([200, app.running.url]);
    // The same machine by another name, as the browser calls it.
    const host = "platform.localhost:4000";
    expect(
      (await app.get("/invoices", { ...pia, host, origin: `http://${host}`, "x-app-id": "invoicer" })).status,
    ).toBe(200);
  });

  test("a request of a page for an unknown app is refused with the reason", async () => {
    const { status, headers, body } = await call(invoicer, "no-such-app");
    expect([status, body.code, headers[allowed]]).toEqual([400, "UNKNOWN_APP", invoicer]);
  });

  test("a page may read a refusal, too", async () => {
    const { status, headers } = await app.get("/auth/me", { origin: invoicer });
    expect([status, headers[allowed]]).toEqual([401, invoicer]);
  });

  test("changed origins of an app apply immediately", async () => {
    const origin = "https://new-home.example";
    const ada = await app.as("ada");
    const change = (allowedOrigins: string[]) =>
      app.send("PATCH", "/admin/apps/event-manager", ada, { allowedOrigins });
    const admits = async () =>
      (await app.get("/auth/me", { ...pia, origin, "x-app-id": "event-manager" })).headers[allowed] ===
      origin;
    const { body } = await app.get("/admin/apps/event-manager", ada);
    expect(await admits()).toBe(false);
    await change([...body.app.allowedOrigins, origin]);
    await until("admitted", admits);
    await change(body.app.allowedOrigins);
    await until("refused again", async () => !(await admits()));
  });
});

describe("security headers", () => {
  test("security headers are on every response", async () => {
    for (const url of ["/livez", "/auth/me", "/marketplace/apps", "/nothing", "/openapi.json"]) {
      const { headers } = await app.get(url);
      expect(headers, url).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": "default-src 'none';frame-ancestors 'none'",
        "x-api-version": "2.0.0",
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });

  test("no private response is cacheable, refusals included", async () => {
    const answers = [
      await app.get("/auth/me", pia),
      await app.get("/auth/me"),
      await app.get("/credits/balance/central", pia),
      await app.graphql("{ me { id } }", {}, pia),
      await app.tool("get_current_user", {}, pia),
      await app.get("/tools", pia),
    ];
    for (const { headers } of answers) expect(headers["cache-control"]).toBe("no-store");
  });

  test("security headers require https in production, where the platform has it", async () => {
    const secure = await headersOf({ isProduction: true, publicUrl: "https://hub.example" });
    expect(secure["strict-transport-security"]).toMatch(/^max-age=31536000/);
    for (const options of [
      { isProduction: true, publicUrl: "http://hub.example" },
      { isProduction: false, publicUrl: "https://hub.example" },
    ]) {
      expect((await headersOf(options))["strict-transport-security"]).toBeUndefined();
    }
  });
});

async function headersOf(options: { isProduction: boolean; publicUrl: string }) {
  const server = fastify();
  await admitBrowsers(server, { ...options, allowedOrigins: async () => [] });
  server.get("/", () => "");
  const { headers } = await server.inject("/");
  await server.close();
  return headers;
}
