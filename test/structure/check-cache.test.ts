import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

/** A small project with two checks that note when they run: one reads prose, one does not. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "check-cache-"));
  mkdirSync(join(root, "node_modules"));
  symlinkSync(projectPath("node_modules", "concurrently"), join(root, "node_modules", "concurrently"));
  mkdirSync(join(root, ".ci"));
  writeFileSync(join(root, ".ci", "check.mjs"), readFileSync(projectPath(".ci", "check.mjs")));
  const noteRun = (name: string) => `node -e "fs.appendFileSync('ran.log', '${name} ')"`;
  const scripts = {
    "check:format": noteRun("format"),
    "check:lint": `${noteRun("lint")} && node -e "process.exit(fs.existsSync('broken.ts') ? 1 : 0)"`,
  };
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts }));
  writeFileSync(join(root, ".gitignore"), "node_modules/\n*.log\n");
  writeFileSync(join(root, "code.ts"), "export const one = 1;\n");
  execFileSync("git", ["init", "-q"], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The checks that ran, and whether all was well. */
function check(env: Record<string, string> = {}): { ran: string[]; code: number | null } {
  const log = join(root, "ran.log");
  writeFileSync(log, "");
  const own = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env };
  const { status } = spawnSync(process.execPath, [".ci/check.mjs"], { cwd: root, env: own });
  return { ran: readFileSync(log, "utf8").split(" ").filter(Boolean).toSorted(), code: status };
}

const both = { ran: ["format", "lint"], code: 0 };
const none = { ran: [], code: 0 };

test("a check is left out only while its inputs are those of its last success", () => {
  expect(check()).toEqual(both);
  expect(check()).toEqual(none);
  appendFileSync(join(root, "code.ts"), "export const two = 2;\n");
  expect(check()).toEqual(both);
  writeFileSync(join(root, "guide.md"), "# Guide\n");
  expect(check()).toEqual({ ran: ["format"], code: 0 });
  writeFileSync(join(root, "node_modules", ".package-lock.json"), "{}");
  expect(check()).toEqual(both);
  rmSync(join(root, "guide.md"));
  expect(check()).toEqual({ ran: ["format"], code: 0 });
  expect(check()).toEqual(none);
});

test("a failure is never kept", () => {
  expect(check()).toEqual(both);
  writeFileSync(join(root, "broken.ts"), "");
  expect(check()).toEqual({ ...both, code: 1 });
  // What passed beside it is.
  expect(check()).toEqual({ ran: ["lint"], code: 1 });
  rmSync(join(root, "broken.ts"));
  expect(check().code).toBe(0);
});

test("everything runs with CI set, and where git does not know the files", () => {
  expect(check({ CI: "true" })).toEqual(both);
  expect(check({ CI: "true" })).toEqual(both);
  expect(check()).toEqual(both);
  expect(check({ CI: "true" })).toEqual(both);
  rmSync(join(root, ".git"), { recursive: true });
  expect(check()).toEqual(both);
  expect(check()).toEqual(both);
});
