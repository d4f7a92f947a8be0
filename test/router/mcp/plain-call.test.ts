import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPlainCall } from "../../../router/mcp/plain-call.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  // The second answer to a call would differ otherwise: there is one client per address.
  await app.tool("create_client", { name: "Ana", email: "ana@client.example" }, await app.as("eve"));
});
afterAll(() => app?.close());

const revision = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
};

const headersFor = (name: string) => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": revision,
  "mcp-method": "tools/call",
  "mcp-name": name,
  "x-request-id": "plain-call-1",
});
const messageOf = (name: string, args: object | undefined, more: object = {}) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name, ...(args ? { arguments: args } : {}), _meta: { ...meta, ...more } },
});

const calls: [tool: string, args: object | undefined][] = [
  ["get_credit_balance", { appId: "central" }],
  ["get_credit_balance", {}],
  ["get_credit_balance", undefined],
  ["get_credit_balance", { appId: "central", more: 1 }],
  ["get_credit_balance", { appId: "no-such-app" }],
  ["list_invoices", { limit: 2 }],
  ["list_invoices", { limit: 1000 }],
  ["get_invoice", { invoiceId: "inv_00000000000000000000000000" }],
  ["search_properties", { city: "Seattle", pageSize: 3 }],
  ["create_client", { name: "Ana", email: "ana@client.example" }],
  ["no_such_tool", {}],
];

/** Our result equals the library's: an unknown key of the client sends the message to the library. */
const asOther = { "example.com/trace": "1" };

describe("a plain call", () => {
  test.each(calls)("of %s with %j is answered as the library answers it", async (name, args) => {
    const headers = { ...headersFor(name), ...(await app.as("eve")), connection: "close" };
    const ask = async (more: object) => {
      const message = messageOf(name, args, more);
      const response = await fetch(`${app.url}/mcp/all`, {
        method: "POST",
        headers,
        body: JSON.stringify(message),
      });
      const { "content-type": type, "cache-control": cache } = Object.fromEntries(response.headers);
      return { status: response.status, type, cache, body: withoutOwn(await response.json()) };
    };
    expect(await ask({})).toEqual(await ask(asOther));
  });

  test("a plain call is recognized by its form alone", () => {
    const headers = headersFor("get_credit_balance");
    const body = messageOf("get_credit_balance", { appId: "central" });
    const plain = { id: 7, name: "get_credit_balance", args: { appId: "central" } };
    expect(readPlainCall({ headers, body })).toEqual(plain);
    const { params } = body;
    const others: [object, unknown][] = [
      [{ ...headers, "mcp-name": "list_invoices" }, body],
      [{ ...headers, "mcp-method": "tools/list" }, body],
      [{ ...headers, "mcp-protocol-version": "2025-11-25" }, body],
      [{ ...headers, accept: "application/json" }, body],
      [{ ...headers, "content-type": "text/plain" }, body],
      [headers, [body]],
      [headers, { ...body, id: null }],
      [headers, { ...body, id: 1.5 }],
      [headers, { ...body, jsonrpc: "1.0" }],
      [headers, { ...body, more: 1 }],
      [headers, { ...body, params: { ...params, arguments: [] } }],
      [headers, { ...body, params: { ...params, requestState: "x" } }],
      [headers, { ...body, params: { ...params, _meta: {} } }],
      [headers, { ...body, params: { ...params, _meta: { ...meta, progressToken: 1 } } }],
      [headers, messageOf("get_credit_balance", {}, { "io.modelcontextprotocol/clientInfo": { name: 1 } })],
      [
        headers,
        messageOf(
          "get_credit_balance",
          {},
          { "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: { more: 1 } } } },
        ),
      ],
    ];
    for (const [index, [otherHeaders, otherBody]] of others.entries())
      expect(readPlainCall({ headers: otherHeaders as never, body: otherBody }), `${index}`).toBeNull();
  });
});

test.each<ClientCapabilities>([{}, { elicitation: {} }, { elicitation: { form: {}, url: {} } }])(
  "the official client's calls are plain ones, with capabilities %j",
  async (capabilities) => {
    const plain: unknown[] = [];
    const requestInit = { headers: await app.as("eve") };
    const watched = async (url: string | URL, init?: RequestInit) => {
      const body = typeof init?.body === "string" ? (JSON.parse(init.body) as { method?: string }) : null;
      const headers = Object.fromEntries(new Headers(init?.headers));
      if (body?.method === "tools/call") plain.push(readPlainCall({ headers, body }));
      return fetch(url, init);
    };
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { capabilities, versionNegotiation: { mode: { pin: revision } } },
    );
    const url = new URL(`${app.url}/mcp/all`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: watched }));
    const { structuredContent } = await client.callTool({
      name: "get_credit_balance",
      arguments: { appId: "central" },
    });
    await client.close();
    expect(structuredContent).toMatchObject({ balance: expect.any(Number) });
    expect(plain).toEqual([
      { id: expect.anything(), name: "get_credit_balance", args: { appId: "central" } },
    ]);
  },
);

/** Without what belongs to one call. */
function withoutOwn(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/req_[0-9a-f]{32}/g, "req"));
}
