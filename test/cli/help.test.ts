import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CommandUsage } from "../../src/cli/help.ts";
import { formatHelp } from "../../src/cli/help.ts";
import { projectPath } from "../../src/project-root.ts";
import { usages } from "../../platform/commands/command-usages.ts";
import { runCommand } from "../../platform/commands/commands.ts";

let written = { stdout: "", stderr: "" };
beforeEach(() => {
  written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => Boolean((written[name] += String(text))));
  }
});
afterEach(() => vi.restoreAllMocks());

const commands = Object.entries<CommandUsage>(usages);

describe.each(commands)("%s --help", (name, usage) => {
  test("prints usage, every action and option and an example, and runs nothing", async () => {
    expect(await runCommand([name, "--help"])).toBe(0);
    expect(written.stderr).toBe("");
    const lines = written.stdout.split("\n");
    expect(lines[0]).toMatch(new RegExp(`^Usage: node dist/main\\.js ${name}\\b.* \\[options\\]$`));
    for (const [option, { help }] of Object.entries(usage.options)) {
      const line = lines.find((one) => one.startsWith(`  --${option} `));
      expect(line).toContain(help);
    }
    for (const [action, help] of Object.entries(usage.actions ?? {})) {
      const line = lines.find((one) => one.startsWith(`  ${action} `));
      expect(line).toContain(help);
    }
    expect(lines.slice(-3)).toEqual(["Example", `  ${usage.example}`, ""]);
  });

  test("has an example that calls this command", () => {
    const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const [, script, word] = /npm run (?:-s )?([\w:]+)|node dist\/main\.js (\w+)/.exec(usage.example) ?? [];
    expect(word ?? script).toBe(name);
    if (script !== undefined) expect(scripts[script]).toMatch(new RegExp(` ${name}$`));
  });
});

test.each([
  [["help", "doctor"]],
  [["doctor", "-h"]],
  [["--help", "doctor"]],
  [["doctor", "--database", "--help"]],
  [["doctor", "--no-such-option", "--help"]],
])("%j prints the same help", async (words) => {
  expect(await runCommand(words)).toBe(0);
  expect(written.stdout).toBe(formatHelp("node dist/main.js", "doctor", usages.doctor));
});

test("options have a value exactly when they are strings", () => {
  for (const [name, usage] of commands)
    for (const [option, { type, value }] of Object.entries(usage.options))
      expect(value !== undefined, `${name} --${option}`).toBe(type === "string");
});
