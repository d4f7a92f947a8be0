import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const eras: [string, VersionNegotiationMode][] = [
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025", "legacy"],
];

async function connect(
  headers: Record<string, string>,
  mode: VersionNegotiationMode = "auto",
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

async function listNames(headers: Record<string, string>): Promise<string[]> {
  const client = await connect(headers);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    names.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  await client.close();
  return names;
}

describe.each(eras)("an agent of the protocol era %s", (_era, mode) => {
  test("reads what each tool takes, gives and does", async () => {
    const client = await connect(await app.as("pia"), mode);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(8);
    expect(tools.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name).sort());
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description!.length, tool.name).toBeLessThanOrEqual(300);
      expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
      for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const) {
        expect(typeof tool.annotations?.[hint], `${tool.name}: ${hint}`).toBe("boolean");
      }
    }
    await client.close();
  });

  test("calls a tool and gets what the REST door answers, as data and as text", async () => {
    const headers = await app.as("pia");
    const client = await connect(headers, mode);
    const result = await client.callTool({ name: "get_credit_balance", arguments: { appId: "central" } });
    const { body } = await app.get("/credits/balance/central", headers);
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toEqual(body);
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(body);
    await client.close();
  });

  test("gets wrong arguments back as a result it can read, with every fault", async () => {
    const client = await connect(await app.as("pia"), mode);
    const result = await client.callTool({ name: "consume_credits", arguments: { amount: "one", hello: 1 } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ success: false, code: "VALIDATION_ERROR" });
    const { details } = result.structuredContent as { details: { fields: { path: string }[] } };
    expect(details.fields.map(({ path }) => path).sort()).toEqual([
      "amount",
      "appId",
      "description",
      "hello",
    ]);
    await client.close();
  });

  test("gets a refusal of the operation as a result", async () => {
    const client = await connect(await app.as("fay"), mode);
    const args = { appId: "central", amount: 1_000_000, description: "too much" };
    const result = await client.callTool({ name: "consume_credits", arguments: args });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    await client.close();
  });

  test("is told -32602 of a tool that does not exist", async () => {
    const client = await connect(await app.as("pia"), mode);
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });

  test("cannot connect without a credential", async () => {
    await expect(connect({}, mode)).rejects.toThrow();
  });
});

test("no credential and a bad one are 401 with WWW-Authenticate", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  for (const headers of [{}, { authorization: "Bearer nonsense" }, app.withKey("revoked")]) {
    const response = await fetch(`${app.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
});

test("a key sees the tools of its scopes, and a call of another one is refused", async () => {
  const [full, reader] = [await listNames(app.withKey("full")), await listNames(app.withKey("reader"))];
  expect(full).toContain("consume_credits");
  expect(reader).toContain("search_properties");
  expect(reader).not.toContain("consume_credits");
  expect(reader).not.toContain("create_invoice");
  expect(full).toEqual(expect.arrayContaining(reader));
  const client = await connect(app.withKey("reader"));
  const args = { appId: "central", amount: 1, description: "x" };
  const result = await client.callTool({ name: "consume_credits", arguments: args });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({
    code: "FORBIDDEN",
    details: { requiredScope: "write:credits" },
  });
  await client.close();
});

test("a key may come as a bearer token, as agents send it", async () => {
  const key = app.withKey("full")["x-api-key"]!;
  expect(await listNames({ authorization: `Bearer ${key}` })).toEqual(await listNames(app.withKey("full")));
});

test("the same idempotency key charges once, however often an agent repeats the call", async () => {
  const headers = await app.as("bo");
  const client = await connect(headers);
  const call = {
    name: "consume_credits",
    arguments: { appId: "central", amount: 2, description: "twice", idempotencyKey: "agent-retry-1" },
  };
  const [first, again] = [await client.callTool(call), await client.callTool(call)];
  expect(first.isError ?? false).toBe(false);
  expect(again.structuredContent).toEqual(first.structuredContent);
  await client.close();
});

test("the plain JSON list shows the same tools", async () => {
  const headers = app.withKey("reader");
  const { body } = await app.get("/tools", headers);
  expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(await listNames(headers));
  expect([body.total, body.nextCursor]).toEqual([body.tools.length, null]);
});
