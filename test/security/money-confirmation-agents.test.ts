import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createToolCatalogue } from "../../router/tools/catalogue.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import { changesOf } from "../support/table-states.ts";
import { consume, moneyCalls, type Args, type Headers } from "./money-calls.ts";

vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const money = moneyCalls(() => app);
const { spent } = money;
const call = (name: string, args: Args, headers: Headers = eve, beside: object = {}) =>
  money.call(name, args, headers, beside);
const askedFor = (name: string, args: Args, headers: Headers = eve) => money.askedFor(name, args, headers);

async function connect(options: { elicits?: boolean; path?: string; headers?: Headers } = {}) {
  const asked: string[] = [];
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: options.elicits ? { elicitation: {} } : {},
      versionNegotiation: { mode: { pin: "2026-07-28" } },
    },
  );
  if (options.elicits) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { confirm: true } } as never;
    });
  }
  const url = new URL(`${app.url}${options.path ?? "/mcp/all"}`);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: options.headers ?? eve } }),
  );
  return { client, asked };
}
describe("an agent by the protocol", () => {
  test("whose client cannot ask goes on with the id, directly and through call_tool", async () => {
    const { client } = await connect();
    const { client: compact } = await connect({ path: "/mcp" });
    const ways = [
      [client, (args: Args) => ({ name: "consume_credits", arguments: args })],
      [
        compact,
        (args: Args) => ({ name: "call_tool", arguments: { name: "consume_credits", arguments: args } }),
      ],
      [
        compact,
        ({ confirmationId, ...args }: Args) => ({
          name: "call_tool",
          arguments: {
            name: "consume_credits",
            arguments: args,
            ...(confirmationId ? { confirmationId } : {}),
          },
        }),
      ],
    ] as const;
    for (const [index, [agent, make]] of ways.entries()) {
      const args = consume(`by protocol ${index}`);
      const refused = await agent.callTool(make(args));
      expect(refused.isError).toBe(true);
      const { code, details } = refused.structuredContent as { code: string; details: Args };
      expect(code).toBe("CONFIRMATION_REQUIRED");
      const done = await agent.callTool(make({ ...args, confirmationId: details["confirmationId"] }));
      expect(done.isError ?? false, JSON.stringify(done.structuredContent)).toBe(false);
      expect(await spent(`by protocol ${index}`)).toBe(1);
    }
    await Promise.all([client.close(), compact.close()]);
  });

  test("whose client cannot ask is refused, though `confirm` stands among the arguments", async () => {
    const args = { ...consume("agent says so"), confirm: true };
    const { client } = await connect();
    const { client: compact } = await connect({ path: "/mcp" });
    for (const result of [
      await client.callTool({ name: "consume_credits", arguments: args }),
      await compact.callTool({
        name: "call_tool",
        arguments: { name: "consume_credits", arguments: args, confirm: true },
      }),
    ]) {
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    }
    expect(await spent("agent says so")).toBe(0);
    await Promise.all([client.close(), compact.close()]);
  });

  test("whose client can ask has its person asked, whatever the arguments say", async () => {
    const { client, asked } = await connect({ elicits: true });
    const args = consume("person asked");
    const confirmationId = await askedFor("consume_credits", args);
    for (const more of [{}, { confirm: true }, { confirmationId }]) {
      const before = asked.length;
      const done = await client.callTool({ name: "consume_credits", arguments: { ...args, ...more } });
      expect(done.isError ?? false, JSON.stringify(done.structuredContent)).toBe(false);
      expect(asked.length, JSON.stringify(more)).toBe(before + 1);
      expect(asked.at(-1)).toContain("person asked");
    }
    await client.close();
  });
});

test("no tool that needs a confirmation does anything without one, and every one offers it", async () => {
  const { entries } = createToolCatalogue(app.running.router.registry);
  const held = entries.filter(({ needsConfirmation }) => needsConfirmation);
  expect(held.length).toBeGreaterThan(25);
  for (const { tool, operation } of held) {
    const properties = Object.keys(tool.inputSchema["properties"] as object);
    expect.soft(properties, tool.name).toEqual(expect.arrayContaining(["confirmationId", "dryRun"]));
    expect.soft(properties, tool.name).not.toContain("confirm");
    const { name } = operation.row;
    const as = await callerOf(app, name, eve);
    const headers = operation.access.app ? as : { ...as, "x-app-id": "central" };
    const app_id = operation.access.app ?? "central";
    const args = await samples[name]!.input(app, { ...as, "x-app-id": app_id });
    // A person's first request makes their account.
    await app.get("/auth/me", as);
    let answer: Answer | null = null;
    const changes = await changesOf(app.database, async () => {
      answer = await call(tool.name, { ...args, confirm: true }, headers);
    });
    expect
      .soft(answer!.body.code, `${tool.name}: ${answer!.text.slice(0, 300)}`)
      .toBe("CONFIRMATION_REQUIRED");
    expect.soft(changes, tool.name).toBeNull();
  }
});
