import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToolCatalogue } from "../../../router/tools/catalogue.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

type Answer = { action: "accept" | "decline" | "cancel"; content?: Record<string, unknown> };

/** An agent whose user answers confirmation requests; `asked` collects the questions. */
async function connectAsking(headers: Record<string, string>, answer: Answer, path = "/mcp/all") {
  const asked: string[] = [];
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return answer as never;
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}${path}`), { requestInit: { headers } }),
  );
  return { client, asked };
}

const consume = (description: string) => ({ appId: "central", amount: 1, description });

async function spent(headers: Record<string, string>, description: string): Promise<number> {
  const { body } = await app.get("/credits/history/central?limit=100", headers);
  return (body.entries ?? body.history ?? body.transactions).filter((entry: { description: string }) =>
    entry.description?.includes(description),
  ).length;
}

describe("a money tool that is called again without a key", () => {
  test("within two minutes gives the first answer, says so, and has no second effect", async () => {
    const eve = await app.as("eve");
    const args = consume("told twice");
    const [first, again] = [
      await app.tool("consume_credits", args, eve),
      await app.tool("consume_credits", { description: "told twice", amount: 1, appId: "central" }, eve),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body.deduplicated).toBeUndefined();
    expect(again.body).toEqual({ ...first.body, deduplicated: true });
    expect(await spent(eve, "told twice")).toBe(1);
  });

  test("a concurrent repeat of a tool call has one effect", async () => {
    const eve = await app.as("eve");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.tool("consume_credits", consume("at once"), eve)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ body }) => body.deduplicated !== true)).toHaveLength(1);
    expect(await spent(eve, "at once")).toBe(1);
  });

  test("a repeat after two minutes, with other arguments or credential, or with allowDuplicate is a new call", async () => {
    const eve = await app.as("eve");
    const start = Date.now();
    const at = (seconds: number, who = eve) => ({
      ...who,
      "x-test-clock": new Date(start + seconds * 1000).toISOString(),
    });
    const run = async (args: object, headers: Record<string, string>) =>
      (await app.tool("consume_credits", args as Record<string, unknown>, headers)).body.deduplicated ===
      true;
    expect(await run(consume("by time"), at(0))).toBe(false);
    expect(await run(consume("by time"), at(119))).toBe(true);
    expect(await run(consume("by time"), at(121))).toBe(false);
    expect(await run({ ...consume("by time"), amount: 2 }, at(122))).toBe(false);
    expect(await run(consume("by time"), at(122, app.withKey("full")))).toBe(false);
    expect(await run({ ...consume("by time"), allowDuplicate: true }, at(123))).toBe(false);
    expect(await run({ ...consume("by time"), idempotencyKey: "own-key-of-mine" }, at(124))).toBe(false);
  });
});

describe("a dry run", () => {
  test("a dry run states the effect and the cost, and changes nothing", async () => {
    const eve = await app.as("eve");
    const before = (await app.get("/a/invoicer/invoices", eve)).body;
    const args = { client: "dry@example.com", items: [{ description: "Work", amount: 10 }], dryRun: true };
    const { status, body, headers } = await app.tool("create_invoice", args, eve);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dryRun: true,
      tool: "create_invoice",
      arguments: { client: "dry@example.com" },
      cost: { operation: "invoice.create", credits: expect.any(Number) },
      checked: ["access", "arguments", "price"],
    });
    expect(headers["x-credits-charged"]).toBeUndefined();
    expect((await app.get("/a/invoicer/invoices", eve)).body).toEqual(before);
  });

  test("a dry run refuses missing access and invalid arguments as the call itself would", async () => {
    const bad = await app.tool(
      "create_invoice",
      { client: "nobody", items: [], dryRun: true },
      await app.as("eve"),
    );
    expect([bad.status, bad.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const args = { client: "dry@example.com", items: [{ description: "Work", amount: 10 }], dryRun: true };
    const reader = await app.tool("create_invoice", args, app.withKey("reader"));
    expect([reader.status, reader.body.code]).toEqual([403, "FORBIDDEN"]);
    const notThere = await app.tool("list_invoices", { dryRun: true }, await app.as("eve"));
    expect(notThere.body.details.fields).toMatchObject([{ path: "dryRun", rule: "unknown" }]);
  });
});

describe("a tool that reaches people, or is irreversible", () => {
  const invoice = (client: string) => ({ client, items: [{ description: "Work", amount: 10 }] });
  const countOf = async (headers: Record<string, string>, email: string) =>
    ((await app.get("/a/invoicer/invoices?limit=100", headers)).text.match(new RegExp(email, "g")) ?? [])
      .length;

  test("a confirmation shows the effect and the price, and runs the call once after a yes", async () => {
    const eve = await app.as("eve");
    const { client, asked } = await connectAsking(eve, { action: "accept", content: { confirm: true } });
    const result = await client.callTool({ name: "create_invoice", arguments: invoice("asked@example.com") });
    expect(result.isError ?? false).toBe(false);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("asked@example.com");
    expect(asked[0]).toMatch(/credits/);
    expect(result.structuredContent).toMatchObject({ invoiceId: expect.any(String) });
    await client.close();
  });

  test("does nothing after a no", async () => {
    const eve = await app.as("eve");
    for (const answer of [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { confirm: false } },
    ] as const) {
      const { client } = await connectAsking(eve, answer);
      const result = await client.callTool({
        name: "create_invoice",
        arguments: invoice("refused@example.com"),
      });
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({ code: "NOT_CONFIRMED" });
      await client.close();
    }
    expect(await countOf(eve, "refused@example.com")).toBe(0);
  });

  test("no confirmation is requested with confirm: true, in a dry run, or for a refused call", async () => {
    const eve = await app.as("eve");
    const { client, asked } = await connectAsking(eve, { action: "decline" });
    const confirmed = await client.callTool({
      name: "create_invoice",
      arguments: { ...invoice("agreed@example.com"), confirm: true },
    });
    expect(confirmed.isError ?? false).toBe(false);
    const dry = await client.callTool({
      name: "create_invoice",
      arguments: { ...invoice("agreed@example.com"), dryRun: true },
    });
    expect(dry.structuredContent).toMatchObject({ dryRun: true });
    const wrong = await client.callTool({ name: "create_invoice", arguments: { client: 5 } });
    expect(wrong.structuredContent).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(asked).toEqual([]);
    await client.close();
  });

  test("call_tool requests the same confirmation", async () => {
    const { client, asked } = await connectAsking(await app.as("eve"), { action: "decline" }, "/mcp");
    const args = { name: "create_invoice", arguments: invoice("through@example.com") };
    const result = await client.callTool({ name: "call_tool", arguments: args });
    expect(result.structuredContent).toMatchObject({ code: "NOT_CONFIRMED" });
    expect(asked).toHaveLength(1);
    await client.close();
  });

  /** The wire of the confirmation, as a client of 2026-07-28 speaks it. */
  async function speak(
    headers: Record<string, string>,
    args: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ) {
    const name = "create_invoice";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    };
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta, ...more },
    };
    const answer = await app.post("/mcp/all", body, {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers,
    });
    return answer.body as {
      result: { resultType: string; requestState: string; structuredContent: Record<string, unknown> };
      error?: { code: number; data?: unknown };
    };
  }
  const yes = { confirm: { action: "accept", content: { confirm: true } } };

  test("takes a yes for this very call, tool and credential alone, for ten minutes, and once", async () => {
    const eve = await app.as("eve");
    const args = invoice("state@example.com");
    const { result } = await speak(eve, args);
    expect(result.resultType).toBe("input_required");
    const { requestState } = result;
    const answered = { requestState, inputResponses: yes };
    for (const [what, refused] of [
      ["other arguments", await speak(eve, invoice("other@example.com"), answered)],
      ["another idempotency key", await speak(eve, { ...args, idempotencyKey: "another" }, answered)],
      ["another caller", await speak(await app.as("bo"), args, answered)],
      [
        "a changed state",
        await speak(eve, args, { ...answered, requestState: `${requestState.slice(0, -2)}xx` }),
      ],
      [
        "too late",
        await speak({ ...eve, "x-test-clock": new Date(Date.now() + 601_000).toISOString() }, args, answered),
      ],
    ] as const) {
      expect(refused.error, what).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
    }
    const [first, again] = [await speak(eve, args, answered), await speak(eve, args, answered)];
    expect(first.result.structuredContent).toMatchObject({ invoiceId: expect.any(String) });
    expect(again.result.structuredContent).toEqual({ ...first.result.structuredContent, deduplicated: true });
  });
});

describe("the plain JSON door", () => {
  test("the catalogue is complete without a credential, and limited to callable tools with one", async () => {
    const all = (await app.get("/tools")).body;
    const reader = (await app.get("/tools", app.withKey("reader"))).body;
    const catalogue = createToolCatalogue(app.running.router.registry);
    expect(all.total).toBe(catalogue.entries.length);
    expect(reader.total).toBeLessThan(all.total);
    // A key with any scope may cancel a request of its own.
    expect(
      reader.tools
        .filter((tool: { kind: string }) => tool.kind !== "query")
        .map((tool: { name: string }) => tool.name),
    ).toEqual(["cancel_approval_request"]);
    expect((await app.get("/tools?count")).body).toMatchObject({
      total: all.total,
      queries: all.tools.filter((tool: { kind: string }) => tool.kind === "query").length,
    });
  });

  test("filters by app, kind, toolset and words, in pages", async () => {
    const names = async (query: string) =>
      (await app.get(`/tools?${query}`)).body.tools.map(({ name }: { name: string }) => name) as string[];
    expect(await names("app=invoicer&kind=query")).toContain("get_invoice");
    expect(await names("app=invoicer&kind=query")).not.toContain("create_invoice");
    expect((await names("q=how+many+credits+are+left"))[0]).toBe("get_credit_balance");
    expect((await names("toolset=quotations")).every((name) => name.includes("quotation"))).toBe(true);
    const first = (await app.get("/tools?limit=7")).body;
    expect(first.tools).toHaveLength(7);
    const second = (await app.get(`/tools?limit=7&cursor=${first.nextCursor}`)).body;
    expect(second.tools[0].name).not.toBe(first.tools[6].name);
    expect((await app.get(`/tools?limit=7&app=invoicer&cursor=${first.nextCursor}`)).body.code).toBe(
      "INVALID_CURSOR",
    );
    for (const wrong of ["limit=0", "limit=1001", "kind=x", "nothing=1"])
      expect((await app.get(`/tools?${wrong}`)).body.code, wrong).toBe("VALIDATION_ERROR");
  });

  test("shows and calls one tool, the router's own as well, also below the path of an app", async () => {
    const eve = await app.as("eve");
    expect((await app.get("/tools/create_invoice", eve)).body).toMatchObject({
      name: "create_invoice",
      app: "invoicer",
      kind: "mutation",
    });
    expect((await app.get("/tools/create_invoice", app.withKey("reader"))).status).toBe(404);
    const found = await app.tool("search_tools", { query: "bill my customer", limit: 3 }, eve);
    expect(found.body.tools.map(({ name }: { name: string }) => name)).toContain("create_invoice");
    expect(found.body.tools[0]).toMatchObject({ required: expect.any(Array), hints: expect.any(Object) });
    const described = await app.tool("describe_tools", { names: ["get_invoice", "nothing"] }, eve);
    expect(described.body).toMatchObject({ tools: [{ name: "get_invoice" }], notFound: ["nothing"] });
    const apps = await app.tool("list_apps", {}, eve);
    expect(apps.body.apps.map(({ appId }: { appId: string }) => appId)).toContain("invoicer");
    const inPath = await app.post("/a/invoicer/tools/list_invoices/call", { arguments: {} }, eve);
    expect(inPath.status).toBe(200);
    expect((await app.tool("search_tools", { query: "x" })).body.code).toBe("MISSING_TOKEN");
    expect((await app.tool("get_job", { jobId: "run_payroll:run_1" }, eve)).status).toBe(404);
    const extra = await app.post("/tools/list_invoices/call", { arguments: {}, args: 1 }, eve);
    expect(extra.body.details.fields).toMatchObject([{ path: "args", rule: "unknown" }]);
  });
});

test("whatever the arguments are, no tool breaks: they are wrong, or they are right", async () => {
  const eve = await app.as("eve");
  const { entries } = createToolCatalogue(app.running.router.registry);
  const value = fc.oneof(
    fc.constantFrom(null, "", "x", "\u0000", -1, 1e308, 0.001, true, [], {}, "2026-02-30", "a".repeat(5000)),
    fc.jsonValue({ maxDepth: 2 }),
  );
  let seed = 7;
  for (const { tool } of entries) {
    const known = Object.keys(tool.inputSchema["properties"] as object).filter((name) => name !== "dryRun");
    const names = [...known, "noSuchField"];
    const samples = fc.sample(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }), {
      numRuns: 3,
      seed: seed++,
    });
    for (const args of samples) {
      // A field that is not there makes every sample wrong, so nothing is done by chance.
      const answer = await app.tool(tool.name, { ...args, noSuchField: 1 }, eve);
      expect.soft(answer.status, `${tool.name} ${JSON.stringify(args)}: ${answer.text}`).toBeLessThan(500);
      expect.soft(answer.status, tool.name).toBeGreaterThanOrEqual(400);
      expect
        .soft(answer.body, tool.name)
        .toMatchObject({ error: expect.any(String), code: expect.any(String) });
    }
  }
});
