import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import { callConfirmed } from "../support/confirmed-call.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

const eras: [string, VersionNegotiationMode][] = [
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025", "legacy"],
];

async function connect(
  headers: Record<string, string>,
  { mode = "auto", path = "/mcp/all" }: { mode?: VersionNegotiationMode; path?: string } = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}${path}`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

async function listTools(headers: Record<string, string>, path = "/mcp/all") {
  const client = await connect(headers, { path });
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);

async function post(path: string, message: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${app.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      connection: "close",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

describe.each(eras)("an agent of the protocol era %s", (_era, mode) => {
  test("an agent reads each tool's input, output and hints", async () => {
    const client = await connect(app.withKey("full"), { mode });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(60);
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description!.length, tool.name).toBeLessThanOrEqual(300);
      expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
      expect((tool.inputSchema as { examples?: unknown[] }).examples, tool.name).toHaveLength(1);
      expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
      for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const) {
        expect(typeof tool.annotations?.[hint], `${tool.name}: ${hint}`).toBe("boolean");
      }
      expect(Object.keys(tool._meta!), tool.name).toEqual(
        expect.arrayContaining(["hub/app", "hub/scope", "hub/cost"]),
      );
    }
    await client.close();
  });

  test("an agent gets a compact list at /mcp, and calls all other tools through it", async () => {
    const headers = app.withKey("full");
    const client = await connect(headers, { mode, path: "/mcp" });
    const { tools } = await client.listTools();
    expect(namesOf(tools).sort()).toEqual(
      expect.arrayContaining(
        "call_tool call_tool_readonly describe_tools get_credit_balance get_job list_apps search_tools".split(
          " ",
        ),
      ),
    );
    // Tokenizers of current models find about 4.1 characters per token in this list.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(1500);
    const found = await client.callTool({
      name: "search_tools",
      arguments: { query: "how many credits are left" },
    });
    const [best] = (found.structuredContent as { tools: { name: string }[] }).tools;
    expect(best!.name).toBe("get_credit_balance");
    const call = { name: "list_credit_history", arguments: { appId: "central" } };
    const result = await client.callTool({ name: "call_tool", arguments: call });
    expect(result.structuredContent).toEqual((await app.get("/credits/history/central", headers)).body);
    await client.close();
  });

  test("a tool call returns the REST door's response, as data and as text", async () => {
    const headers = await app.as("pia");
    const client = await connect(headers, { mode });
    const result = await client.callTool({ name: "get_credit_balance", arguments: { appId: "central" } });
    const { body } = await app.get("/credits/balance/central", headers);
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toEqual(body);
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(body);
    await client.close();
  });

  test("invalid arguments return a readable result with every fault", async () => {
    const client = await connect(await app.as("pia"), { mode });
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

  test("a refusal of the operation is a tool result", async () => {
    const client = await connect(await app.as("fay"), { mode });
    const args = { appId: "central", amount: 1_000_000, description: "too much" };
    const result = await callConfirmed(client, { name: "consume_credits", arguments: args });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    await client.close();
  });

  test("an unknown tool, or one outside the selection, is -32602", async () => {
    for (const [path, name] of [
      ["/mcp", "no_such_tool"],
      ["/mcp/all", "no_such_tool"],
      ["/mcp", "consume_credits"],
      ["/mcp/invoicer", "consume_credits"],
      ["/mcp/all/readonly", "consume_credits"],
    ] as const) {
      const client = await connect(await app.as("pia"), { mode, path });
      await expect(client.callTool({ name, arguments: {} }), `${path} ${name}`).rejects.toMatchObject({
        code: -32602,
      });
      await client.close();
    }
  });

  test("reads the catalogue of an app as a document, and begins with a prompt", async () => {
    const client = await connect(app.withKey("full"), { mode, path: "/mcp" });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(["catalogue://central", "catalogue://invoicer", "catalogue://property"]),
    );
    const { contents } = await client.readResource({ uri: "catalogue://invoicer" });
    const catalogue = JSON.parse((contents[0] as { text: string }).text) as { tools: { name: string }[] };
    expect(namesOf(catalogue.tools)).toContain("create_invoice");
    await expect(client.readResource({ uri: "catalogue://nothing" })).rejects.toMatchObject({ code: -32602 });
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThanOrEqual(6);
    const prompt = await client.getPrompt({ name: "month_in_review", arguments: { month: "2026-03" } });
    expect(JSON.stringify(prompt.messages)).toContain("2026-03");
    await expect(client.getPrompt({ name: "month_in_review" })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test("cannot connect without a credential", async () => {
    await expect(connect({}, { mode })).rejects.toThrow();
  });
});

describe("the tool list", () => {
  test("the tool list depends on path, query and headers, and is sorted by app and name", async () => {
    const headers = app.withKey("full");
    const all = await listTools(headers);
    const appOf = (tool: { _meta?: Record<string, unknown> | undefined }) => String(tool._meta!["hub/app"]);
    const keys = all.map((tool) => `${appOf(tool)} ${tool.name}`);
    expect(keys).toEqual([...keys].sort());
    const invoicer = await listTools(headers, "/mcp/invoicer");
    // Some of its tools start jobs, which another tool follows.
    expect(namesOf(invoicer)).toEqual([
      "get_job",
      ...namesOf(all.filter((tool) => appOf(tool) === "invoicer")),
    ]);
    const readonly = await listTools(headers, "/mcp/invoicer/readonly");
    expect(namesOf(readonly)).toEqual(
      namesOf(invoicer.filter(({ name, annotations }) => annotations!.readOnlyHint && name !== "get_job")),
    );
    expect(namesOf(await listTools({ ...headers, "x-mcp-readonly": "true" }, "/mcp/invoicer"))).toEqual(
      namesOf(readonly),
    );
    const quotations = await listTools(headers, "/mcp/invoicer?toolset=quotations");
    expect(quotations.length).toBeGreaterThan(3);
    expect(quotations.every(({ name }) => /quotation/.test(name))).toBe(true);
    expect(namesOf(await listTools({ ...headers, "x-mcp-toolsets": "quotations" }, "/mcp/invoicer"))).toEqual(
      namesOf(quotations),
    );
    const picked = await listTools({ ...headers, "x-mcp-tools": "get_invoice, get_credit_balance" }, "/mcp");
    expect(namesOf(picked).sort()).toEqual(["get_credit_balance", "get_invoice"]);
    expect(namesOf(await listTools(headers, "/mcp/readonly"))).not.toContain("call_tool");
    expect(namesOf(await listTools(headers, "/mcp/readonly"))).toContain("call_tool_readonly");
  });

  test("unknown apps, toolsets and tools in a selection are refused with a message", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const headers = app.withKey("full");
    for (const [path, own, status, code] of [
      ["/mcp/nothing", {}, 404, "NOT_FOUND"],
      ["/mcp/invoicer?toolset=nothing", {}, 400, "VALIDATION_ERROR"],
      ["/mcp?tools=get_invoice", {}, 400, "VALIDATION_ERROR"],
      ["/mcp", { "x-mcp-tools": "nothing" }, 400, "VALIDATION_ERROR"],
    ] as const) {
      const answer = await post(path, message, { ...headers, ...own });
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        path,
        status,
        code,
      ]);
    }
  });

  test("the tool list has pages of 100 with an opaque cursor, and may be cached for an hour", async () => {
    const headers = app.withKey("full");
    const call = async (cursor?: string) => {
      const client = await connect(headers, { mode: { pin: "2026-07-28" } });
      const page = await client.request({
        method: "tools/list",
        params: cursor === undefined ? {} : { cursor },
      });
      await client.close();
      return page;
    };
    const first = await call();
    const names = new Set(namesOf(first.tools));
    expect(first).toMatchObject({ ttlMs: 3_600_000, cacheScope: "private" });
    let page = first;
    while (page.nextCursor !== undefined) {
      expect(page.tools).toHaveLength(100);
      page = await call(page.nextCursor);
      for (const { name } of page.tools) expect(names.has(name)).toBe(false);
      for (const { name } of page.tools) names.add(name);
    }
    expect(names.size).toBe((await app.get("/tools?count", headers)).body.total + countFollowers(names));
    await expect(call("made-up")).rejects.toMatchObject({ code: -32602 });
  });

  const countFollowers = (names: Set<string>) => (names.has("get_job") ? 1 : 0);

  test("the tool list follows a key's scopes, and a call of another tool is 403 with the missing scope", async () => {
    const [full, reader] = [await listTools(app.withKey("full")), await listTools(app.withKey("reader"))];
    expect(namesOf(full)).toContain("consume_credits");
    expect(namesOf(reader)).toContain("search_properties");
    expect(namesOf(reader)).not.toContain("consume_credits");
    expect(namesOf(reader)).not.toContain("create_invoice");
    // A key with any scope may cancel a request of its own.
    expect(namesOf(reader.filter(({ annotations }) => !annotations!.readOnlyHint))).toEqual([
      "cancel_approval_request",
    ]);
    expect(namesOf(full)).toEqual(
      expect.arrayContaining(namesOf(reader).filter((name) => namesOf(full).includes(name))),
    );
    const args = { appId: "central", amount: 1, description: "x" };
    for (const [path, name, given] of [
      ["/mcp/all", "consume_credits", args],
      ["/mcp", "call_tool", { name: "consume_credits", arguments: args }],
    ] as const) {
      const params = { name, arguments: given };
      const answer = await post(
        path,
        { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        app.withKey("reader"),
      );
      expect(answer.status).toBe(403);
      expect(answer.headers.get("www-authenticate")).toMatch(
        /^Bearer error="insufficient_scope", scope="write:credits", resource_metadata=/,
      );
      expect(await answer.json()).toMatchObject({
        code: "FORBIDDEN",
        details: { requiredScope: "write:credits" },
      });
    }
  });

  test("a read-only key can call each listed tool, and no tool that changes data", async () => {
    const client = await connect(app.withKey("reader"), { path: "/mcp" });
    const read = await client.callTool({
      name: "call_tool_readonly",
      arguments: { name: "list_invoices", arguments: {} },
    });
    expect(read.isError ?? false).toBe(false);
    const full = await connect(app.withKey("full"), { path: "/mcp" });
    const write = await full.callTool({
      name: "call_tool_readonly",
      arguments: { name: "consume_credits", arguments: { appId: "central", amount: 1, description: "x" } },
    });
    expect(write.isError).toBe(true);
    expect(write.structuredContent).toMatchObject({ code: "FORBIDDEN", details: { reason: "not_readonly" } });
    const missing = await full.callTool({ name: "call_tool", arguments: { name: "credit_balance_get" } });
    expect(missing.structuredContent).toMatchObject({
      code: "NOT_FOUND",
      details: { similar: expect.any(Array) },
    });
    await Promise.all([client.close(), full.close()]);
  });
});

describe("credentials", () => {
  test("missing and invalid credentials are 401 with a challenge that links the metadata", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    for (const path of ["/mcp", "/mcp/all", "/mcp/invoicer/readonly"]) {
      for (const headers of [{}, { authorization: "Bearer nonsense" }, app.withKey("revoked")]) {
        const response = await post(path, body, headers);
        expect(response.status).toBe(401);
        expect(response.headers.get("www-authenticate")).toMatch(
          /^Bearer .*resource_metadata="http:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/mcp"$/,
        );
      }
    }
  });

  test("credentials are described at the well-known URL", async () => {
    const { body } = await app.get("/.well-known/oauth-protected-resource");
    expect(body).toMatchObject({
      resource: expect.stringMatching(/\/mcp$/),
      authorization_servers: [expect.stringMatching(/^http/)],
      bearer_methods_supported: ["header"],
    });
    expect(body.scopes_supported).toContain("write:invoices");
    expect((await app.get("/.well-known/oauth-protected-resource/mcp")).body).toEqual(body);
  });

  test("a key may come as a bearer token, as agents send it, and never in the address", async () => {
    const key = app.withKey("full")["x-api-key"]!;
    expect(namesOf(await listTools({ authorization: `Bearer ${key}` }))).toEqual(
      namesOf(await listTools(app.withKey("full"))),
    );
    const response = await post(`/mcp?api_key=${key}`, { jsonrpc: "2.0", id: 1, method: "tools/list" }, {});
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      "KEY_IN_URL",
    ]);
  });
});

test("the same idempotency key charges once, however often an agent repeats the call", async () => {
  const headers = await app.as("bo");
  const client = await connect(headers);
  const call = {
    name: "consume_credits",
    arguments: { appId: "central", amount: 2, description: "twice", idempotencyKey: "agent-retry-1" },
  };
  const [first, again] = [await callConfirmed(client, call), await callConfirmed(client, call)];
  expect(first.isError ?? false).toBe(false);
  expect(again.structuredContent).toEqual(first.structuredContent);
  await client.close();
});
