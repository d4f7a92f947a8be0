import { spawn } from "node:child_process";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectPath } from "../../../src/project-root.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { startFixtureServer } from "./fixture-server.ts";

const suite = projectPath("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");

/** The output of the suite. */
async function runSuite(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [suite, "server", ...args], { cwd: tmpdir() });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return output.join("");
}

/** Scenarios that do not pass, one process each, three at a time. */
async function failuresOf(url: string, revision: string, scenarios: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...scenarios];
  const work = async () => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      const output = await runSuite(["--url", url, "--scenario", scenario, "--spec-version", revision]);
      if (!/Passed: ([1-9]\d*)\/\1, 0 failed/.test(output))
        failures.push(`${scenario}: ${output.slice(-800)}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return failures;
}

/** The suite sends no credential: this proxy adds one. */
async function startKeyProxy(target: string, key: string): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-api-key": key };
    const forwarded = httpRequest(
      target + (incoming.url ?? ""),
      { method: incoming.method ?? "GET", headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

describe("the official conformance suite", () => {
  let app: TestApp;
  let proxy: { url: string; close(): void };
  let fixtures: { url: string; close(): Promise<void> };
  beforeAll(async () => {
    app = await openSharedAppWithTwins();
    proxy = await startKeyProxy(app.url, app.withKey("full")["x-api-key"]!);
    fixtures = await startFixtureServer();
  });
  afterAll(async () => {
    proxy?.close();
    await fixtures?.close();
    await app?.close();
  });

  test.each([
    [
      "2026-07-28",
      "tools-list resources-list prompts-list caching http-header-validation sep-2164-resource-not-found dns-rebinding-protection",
    ],
    ["2025-11-25", "server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection"],
  ])("passes at the platform's own door, as of %s", async (revision, scenarios) => {
    expect(await failuresOf(`${proxy.url}/mcp`, revision, scenarios.split(" "))).toEqual([]);
  });

  /** Scenarios of 2025-11-25: requests and notifications by the server need a session, and there is none. */
  const needSession =
    "logging-set-level tools-call-with-logging tools-call-sampling tools-call-elicitation elicitation-sep1034-defaults " +
    "elicitation-sep1330-enums resources-subscribe resources-unsubscribe";

  test.each(["2026-07-28", "2025-11-25"])(
    "passes whole with the suite's own tools behind the same handler, as %s requires it",
    async (revision) => {
      const required = readRequired(revision);
      expect(required.length).toBeGreaterThan(25);
      const output = await runSuite(["--url", fixtures.url, "--requirements", revision]);
      const passed = new Set(
        [...output.matchAll(/^✓ ([\w-]+): \d+ passed, 0 failed/gm)].map(([, name]) => name),
      );
      expect(required.filter((name) => !passed.has(name))).toEqual(
        revision === "2025-11-25" ? needSession.split(" ") : [],
      );
    },
  );
});

/** The scenarios that an implementation of a revision must pass, as the suite lists them. */
function readRequired(revision: string): string[] {
  const file = projectPath(
    "node_modules",
    "@modelcontextprotocol",
    "conformance",
    "requirements",
    `${revision}.yaml`,
  );
  return (parse(readFileSync(file, "utf8")) as { server: string[] }).server;
}
