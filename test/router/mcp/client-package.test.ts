import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOptions, UsageError } from "../../../packages/mcp-client/src/options.ts";
import { projectPath } from "../../../src/project-root.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";

const execute = promisify(execFile);
/** The program as it is installed from the registry, and where. */
let program: string;
let folder: string;

let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-mcp-client-"));
  [program, app] = await Promise.all([installPackage(), openSharedAppWithTwins()]);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Packs the package and unpacks it beside what it depends on. Returns the path of its program. */
async function installPackage(): Promise<string> {
  const source = projectPath("packages", "mcp-client");
  const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", folder], { cwd: source });
  const file = /"filename":\s*"([^"]+)"/.exec(stdout)![1]!;
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await symlink(projectPath("node_modules", "@modelcontextprotocol"), join(modules, "@modelcontextprotocol"));
  await execute("tar", ["-xzf", join(folder, file), "-C", folder]);
  return join(folder, "package", "dist", "main.js");
}

const envOf = (key: string) => ({
  GATEWAY_API_KEY: key,
  GATEWAY_URL: app.url,
  PATH: process.env["PATH"] ?? "",
});

async function connect(
  args: string[],
  mode: VersionNegotiationMode = "auto",
  key = app.withKey("full")["x-api-key"]!,
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: envOf(key),
    stderr: "pipe",
  });
  const errors: string[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode } },
  );
  await client.connect(transport);
  return { client, errors };
}

describe.each([
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025", "legacy"],
] as [string, VersionNegotiationMode][])("an agent that starts the program and speaks %s", (_era, mode) => {
  test("gets few tools, and calls the others by them", async () => {
    const { client, errors } = await connect([], mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("call_tool");
    const args = { name: "get_credit_balance", arguments: { appId: "central" } };
    const result = await client.callTool({ name: "call_tool", arguments: args });
    expect(result.structuredContent).toEqual(
      (await app.get("/credits/balance/central", app.withKey("full"))).body,
    );
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
    expect(errors.join("")).not.toContain(app.withKey("full")["x-api-key"]);
  });

  test("gets the tools of apps and toolsets, and only those that read, if it asks for that", async () => {
    const namesFor = async (...args: string[]) => {
      const { client } = await connect(args, mode);
      const { tools } = await client.listTools();
      await client.close();
      return tools;
    };
    const invoicer = await namesFor("--apps", "invoicer");
    // Beside the app's own, the tool that follows the jobs of some of them.
    const ofOthers = invoicer.filter(({ _meta }) => _meta!["hub/app"] !== "invoicer");
    expect(ofOthers.map(({ name }) => name)).toEqual(["get_job"]);
    const two = await namesFor("--apps", "invoicer,property");
    expect(new Set(two.map(({ _meta }) => _meta!["hub/app"]))).toEqual(
      new Set(["central", "invoicer", "property"]),
    );
    const readers = await namesFor("--mode", "full", "--read-only");
    expect(readers.every(({ annotations }) => annotations!.readOnlyHint)).toBe(true);
    const quotations = await namesFor("--toolsets", "quotations");
    expect(quotations.every(({ name }) => name.includes("quotation"))).toBe(true);
  });
});

test("a question to the person reaches the agent through the program", async () => {
  const { client } = await connect(["--apps", "invoicer"], { pin: "2026-07-28" });
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "decline" };
  });
  const args = { client: "asked@example.com", items: [{ description: "Work", amount: 10 }] };
  const result = await client.callTool({ name: "create_invoice", arguments: args });
  expect(result.structuredContent).toMatchObject({ code: "NOT_CONFIRMED" });
  expect(asked[0]).toContain("asked@example.com");
  await client.close();
});

/** Runs the program with some input, to its end. */
async function run(args: string[], env: Record<string, string>, input = "") {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}

test("a missing key, a key among the arguments or invalid arguments end the client without standard output", async () => {
  const key = app.withKey("full")["x-api-key"]!;
  for (const [args, env] of [
    [[], {}],
    [["--key", key], { GATEWAY_API_KEY: key }],
    [["--mode", "all"], { GATEWAY_API_KEY: key }],
    [[], { GATEWAY_API_KEY: key, GATEWAY_URL: "http://example.com" }],
  ] as [string[], Record<string, string>][]) {
    const ended = await run(args, env);
    expect([args, ended.code, ended.stdout]).toEqual([args, 2, ""]);
    expect(ended.stderr).toMatch(/^hub-mcp: /);
    expect(ended.stderr).not.toContain(key);
  }
});

test("an invalid key is reported to the agent as an error, and shown nowhere", async () => {
  const key = app.withKey("revoked")["x-api-key"]!;
  await expect(connect([], "legacy", key)).rejects.toThrow();
  await expect(connect([], { pin: "2026-07-28" }, key)).rejects.toThrow();
});

test("options become the address that shows just that", () => {
  const of = (...argv: string[]) => {
    const options = readOptions(argv, { GATEWAY_API_KEY: "k", GATEWAY_URL: "https://hub.example/base/" });
    return options === "help" ? options : [options.url.href, options.headers["x-mcp-toolsets"]];
  };
  expect(of()).toEqual(["https://hub.example/base/mcp", undefined]);
  expect(of("--read-only")).toEqual(["https://hub.example/base/mcp/readonly", undefined]);
  expect(of("--mode", "full")).toEqual(["https://hub.example/base/mcp/all", undefined]);
  expect(of("--apps", "payroll", "--read-only")).toEqual([
    "https://hub.example/base/mcp/payroll/readonly",
    undefined,
  ]);
  expect(of("--apps", "a,b", "--toolsets", "x")).toEqual(["https://hub.example/base/mcp/all?app=a%2Cb", "x"]);
  expect(of("--help")).toBe("help");
  expect(() => readOptions([], {})).toThrow(UsageError);
});
