import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectPath } from "../src/project-root.ts";
import { createTestApp, type TestApp } from "./support/app.ts";

const run = promisify(exec);
const readme = readFileSync(projectPath("README.md"), "utf8");
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ DEMO_CONTENT: "1" });
});
afterAll(() => app.close());

/** The commands of the console blocks, each with the output that the README shows for it. */
function consoleSteps(): { command: string; output: string }[] {
  const blocks = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].map((match) => match[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((step) => step.trim() !== "")
      .map((step) => {
        const lines = step.trim().split("\n");
        const last = lines.findIndex((line) => !line.endsWith("\\"));
        return { command: lines.slice(0, last + 1).join("\n"), output: lines.slice(last + 1).join("\n") };
      }),
  );
}

/** The history of the demo ends yesterday, and has fewer calls at weekends. */
function ofAnyDay(output: string): string {
  return output
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replaceAll(/"totalConsumed":[\d.]+/g, '"totalConsumed":N');
}

test("every call that the README shows gives the output that it shows", async () => {
  const { authorization } = await app.as("pia");
  const env = { ...process.env, TOKEN: authorization!.replace("Bearer ", "") };
  const steps = consoleSteps().filter(({ command }) => command.startsWith("curl"));
  expect(steps.length).toBeGreaterThanOrEqual(4);
  for (const { command, output } of steps) {
    const { stdout } = await run(command.replaceAll("http://127.0.0.1:4000", app.url), {
      env,
      shell: "/bin/bash",
    });
    expect(ofAnyDay(stdout.trim()), command).toBe(ofAnyDay(output));
  }
});

test("every script that the README names exists", () => {
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as { scripts: object };
  const named = [...readme.matchAll(/npm run (?:-s )?([\w-]+)/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(scripts).toHaveProperty(name);
});
