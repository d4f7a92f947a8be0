import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectPath } from "../../../src/project-root.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";

const run = promisify(exec);
const text = readFileSync(projectPath("docs", "guides", "payroll-export.md"), "utf8");
let app: TestApp;
let directory: string;
beforeAll(async () => {
  app = await openSharedApp();
  directory = await mkdtemp(join(tmpdir(), "payroll-"));
});
afterAll(async () => {
  await app?.close();
  await rm(directory, { recursive: true, force: true });
});

test("every documented request gives its documented output", async () => {
  const { authorization } = await app.as("pia");
  const env = { ...process.env, TOKEN: authorization!.replace("Bearer ", "") };
  const block = /```console\n([\s\S]*?)```/.exec(text)![1]!.replaceAll("/tmp/", `${directory}/`);
  const [, , file, ...calls] = block.split(/^\$ /m);
  await run(file!, { shell: "/bin/bash" });
  expect(calls).toHaveLength(3);
  for (const call of calls) {
    const lines = call.trim().split("\n");
    const last = lines.findIndex((line) => !line.endsWith("\\"));
    const command = lines
      .slice(0, last + 1)
      .join("\n")
      .replaceAll("http://127.0.0.1:4000", app.url);
    const { stdout } = await run(command, { env, shell: "/bin/bash" });
    expect(stdout.trim(), command).toBe(lines.slice(last + 1).join("\n"));
  }
});
