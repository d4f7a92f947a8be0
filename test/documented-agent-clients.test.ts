import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoKeys } from "../src/demo-identities.ts";
import type { TestApp } from "./support/app.ts";
import { openSharedApp } from "./support/shared-app.ts";

const guide = readFileSync("docs/guides/agent-clients.md", "utf8");
const key = demoKeys.find(({ name }) => name === "full")!.key;

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

interface Server {
  type?: string;
  url?: string;
  headers?: Record<string, string>;
  args?: string[];
  env?: Record<string, string>;
}

/** The servers in the configurations of a section, with the variables of its client replaced. */
function serversIn(section: string): Server[] {
  const text = guide.slice(guide.indexOf(`\n## ${section}\n`)).split(/\n## /)[1]!;
  return [...text.matchAll(/```json\n([^]*?)```/g)].flatMap(([, json]) => {
    const filled = json!
      .replaceAll(/\$\{(?:env:|input:)?(?:HUB_API_KEY|hub-key)\}|YOUR_API_KEY/g, key)
      .replaceAll("http://127.0.0.1:4000", app.url);
    const { mcpServers, servers } = JSON.parse(filled) as Record<string, Record<string, Server> | undefined>;
    return Object.values(mcpServers ?? servers ?? {});
  });
}

/** URL and headers of a server. The program `mcp-remote` gets them as arguments. */
function connectionOf({ url, headers = {}, args = [], env = {} }: Server) {
  if (url !== undefined) return { url, headers };
  const [name, value] = args[args.indexOf("--header") + 1]!.split(":") as [string, string];
  const filled = value.replaceAll(/\$\{(\w+)\}/g, (_match, variable: string) => env[variable]!);
  return { url: args.find((arg) => arg.startsWith("http"))!, headers: { [name]: filled } };
}

test.each(["Claude Code", "Claude Desktop", "Cursor", "VS Code"])(
  "the configuration of %s connects with a key and calls a tool",
  async (section) => {
    const servers = serversIn(section);
    expect(servers).toHaveLength(1);
    const { url, headers } = connectionOf(servers[0]!);
    const client = new Client({ name: "guide", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { structuredContent } = await client.callTool({
      name: "get_credit_balance",
      arguments: { appId: "central" },
    });
    expect(structuredContent).toMatchObject({ success: true, appId: "central" });
    await client.close();
  },
);

test("a configuration without its key is refused", async () => {
  const { url } = connectionOf(serversIn("Cursor")[0]!);
  const client = new Client({ name: "guide", version: "1.0.0" });
  await expect(client.connect(new StreamableHTTPClientTransport(new URL(url)))).rejects.toThrow();
});

test("VS Code asks for the key, and its format has its own name for servers", () => {
  expect(guide).toMatch(/"inputs": \[\{ "type": "promptString", "id": "hub-key",.* "password": true \}\]/);
  expect(serversIn("VS Code")[0]!.type).toBe("http");
  expect(serversIn("Claude Code")[0]!.type).toBe("http");
});

test("the schema for actions of ChatGPT has at most 30 operations within the importer's limits", async () => {
  const { body } = await app.get("/actions/invoicer/openapi.json");
  const operations = Object.values(
    body.paths as Record<string, Record<string, Record<string, string>>>,
  ).flatMap((path) => Object.values(path));
  expect(operations.length).toBeLessThanOrEqual(30);
  expect(
    operations.filter(
      ({ description = "", summary = "" }) => description.length > 300 || summary.length > 300,
    ),
  ).toEqual([]);
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toContain("search_tools");
  expect(names).toContain("call_tool");
});
