import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

async function connect(path: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}${path}`), { requestInit: { headers } }),
  );
  return client;
}

const successor = (name: string) => `</tools/${name}>; rel="successor-version"`;

describe("a renamed tool", () => {
  test("answers a call by its former name as by its present one, and says that the name is deprecated", async () => {
    const eve = await app.as("eve");
    const [former, present] = [
      await app.tool("get_profile", {}, eve),
      await app.tool("get_current_user", {}, eve),
    ];
    expect([former.status, present.status]).toEqual([200, 200]);
    expect(former.body).toEqual(present.body);
    expect(former.headers["deprecation"]).toMatch(/^@\d+$/);
    expect(former.headers["link"]).toContain(successor("get_current_user"));
    expect(present.headers["deprecation"]).toBeUndefined();
    const nested = await app.tool("call_tool", { name: "get_profile" }, eve);
    expect(nested.body).toEqual(present.body);
    expect(nested.headers["link"]).toContain(successor("get_current_user"));
  });

  test("is described under both names and listed and found under the present one alone", async () => {
    const eve = await app.as("eve");
    const former = await app.get("/tools/get_profile", eve);
    expect(former.body.name).toBe("get_current_user");
    expect(former.headers["link"]).toContain(successor("get_current_user"));
    const { body: described } = await app.tool(
      "describe_tools",
      { names: ["get_profile", "get_current_user", "no_such_tool"] },
      eve,
    );
    expect(described.tools.map(({ name }: { name: string }) => name)).toEqual(["get_current_user"]);
    expect(described.notFound).toEqual(["no_such_tool"]);
    const { body: list } = await app.get("/tools", eve);
    const names = list.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain("get_current_user");
    expect(names).not.toContain("get_profile");
  });

  test("takes a confirmation that was given under its other name", async () => {
    const eve = await app.as("eve");
    const args = { appId: "central", newPriceId: "no such price" };
    // Sends no consent, unlike `app.tool`.
    const call = (name: string, given: object) => app.post(`/tools/${name}/call`, { arguments: given }, eve);
    for (const [asked, confirmed] of [
      ["update_subscription", "change_subscription_plan"],
      ["change_subscription_plan", "update_subscription"],
    ] as const) {
      const offer = await call(asked, args);
      expect(offer.body.code, JSON.stringify(offer.body)).toBe("CONFIRMATION_REQUIRED");
      const { confirmationId } = offer.body.details;
      const done = await call(confirmed, { ...args, confirmationId });
      // The operation itself refuses the price, so the call was confirmed.
      expect(done.body.code).toBe("PRICE_MISMATCH");
      const other = await call(confirmed, { ...args, newPriceId: "other", confirmationId });
      expect(other.body).toMatchObject({ code: "CONFIRMATION_REQUIRED", details: { reason: "arguments" } });
    }
  });

  test("is called over MCP by both names, also where only some tools are selected", async () => {
    const eve = await app.as("eve");
    const all = await connect("/mcp/all", eve);
    const selected = await connect("/mcp", { ...eve, "x-mcp-tools": "get_profile" });
    try {
      const { tools } = await selected.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["get_current_user"]);
      for (const client of [all, selected]) {
        const former = await client.callTool({ name: "get_profile", arguments: {} });
        const present = await client.callTool({ name: "get_current_user", arguments: {} });
        expect(former.isError).toBe(false);
        expect(former.structuredContent).toEqual(present.structuredContent);
        expect(former._meta).toMatchObject({
          "hub/deprecated": { name: "get_profile", successor: "get_current_user" },
        });
        expect(present._meta?.["hub/deprecated"]).toBeUndefined();
      }
    } finally {
      await Promise.all([all.close(), selected.close()]);
    }
  });
});
