import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messageLinkPaths } from "../../router/openapi/message-link-paths.ts";
import { newId } from "../../src/ids.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { createTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app?.close());

const now = new Date();
const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 5, 12);
let addresses = 0;
/** An address that no other request uses. */
const newAddress = () => `198.51.100.${(addresses += 1)}`;

interface Call {
  method: string;
  path: string;
  seconds?: number;
  body?: string;
}

function send(from: string, { method, path, seconds = 0, body }: Call) {
  return app.running.router.server.inject({
    method: method as "GET",
    url: path,
    remoteAddress: from,
    headers: {
      "x-test-clock": new Date(noon + seconds * 1000).toISOString(),
      ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}

async function statuses(times: number, call: () => ReturnType<typeof send>): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let count = 0; count < times; count++) seen.add((await call()).statusCode);
  return seen;
}

const token = () => {
  const { messageTokens } = (app.running.platform.contextIn("hub") as HubContext).ports;
  return messageTokens.sign("unsubscribe", newId("msg"));
};

describe("an address that calls too often is refused", () => {
  const post = { method: "POST", body: "x=1" };
  test.each([
    ["the page", { method: "GET", path: "/crm/unsubscribe/x" }, 60],
    ["one click", { ...post, path: "/crm/unsubscribe/x" }, 600],
    ["a picture", { method: "GET", path: "/crm/opens/x" }, 600],
    ["a link", { method: "GET", path: "/crm/clicks/x" }, 600],
    ["a status", { ...post, path: "/crm/carrier/status/msg_x" }, 600],
    ["a text", { ...post, path: "/crm/carrier/inbound" }, 600],
  ])("at %s, and let through a minute later", async (_what, call, most) => {
    const from = newAddress();
    expect(await statuses(most, () => send(from, call))).not.toContain(429);
    const refused = await send(from, { ...call, seconds: 20 });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("40");
    expect(refused.json()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", limit: most, remaining: 0 });
    expect((await send(newAddress(), call)).statusCode).not.toBe(429);
    expect((await send(from, { ...call, seconds: 60.5 })).statusCode).not.toBe(429);
  });

  test("but a provider that clicks once for each of many people is not, all day", async () => {
    const from = newAddress();
    for (let minute = 0; minute < 4; minute++) {
      const call = () =>
        send(from, {
          method: "POST",
          path: `/crm/unsubscribe/${token()}`,
          seconds: minute * 60,
          body: "List-Unsubscribe=One-Click",
        });
      expect(await statuses(100, call)).toEqual(new Set([404]));
    }
  });
});

describe("paths that are mounted by hand", () => {
  test.each([
    ["/crm/unsubscribe/x", ["GET", "POST"]],
    ["/crm/opens/x", ["GET"]],
    ["/crm/clicks/x", ["GET"]],
    ["/crm/carrier/status/x", ["POST"]],
    ["/crm/carrier/inbound", ["POST"]],
    ["/calendar-notifications/x", ["POST"]],
  ])("%s answers %j, and 405 with Allow to all else", async (path, allowed) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await send(newAddress(), { method, path });
      expect(answer.statusCode === 405, `${method} ${path}`).toBe(!allowed.includes(method));
      if (answer.statusCode === 405) expect(answer.headers.allow).toBe(allowed.join(", "));
    }
  });

  test("message links are documented, and respond as documented", async () => {
    const { paths } = (await app.get("/openapi.json")).body;
    expect(messageLinkPaths.map(({ path, method }) => `${method} ${path}`)).toEqual([
      "get /crm/unsubscribe/{token}",
      "post /crm/unsubscribe/{token}",
      "post /crm/carrier/status/{messageId}",
      "post /crm/carrier/inbound",
    ]);
    for (const { path, method } of messageLinkPaths) {
      const shown = paths[path][method];
      expect(shown).toMatchObject({ security: [{}] });
      const url = path.replace("{token}", token()).replace("{messageId}", newId("msg"));
      const answer = await send(newAddress(), { method: method.toUpperCase(), path: url });
      expect(Object.keys(shown.responses), `${method} ${path}`).toContain(String(answer.statusCode));
    }
  });
});
