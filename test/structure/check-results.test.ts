import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

const folder = mkdtempSync(join(tmpdir(), "check-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  statuses: string[];
  fileStatus?: string;
}

/** Runs the pipeline's last step on the results of one test file. */
function judge({ statuses, fileStatus = "passed" }: Case): { exitCode: number | null; lastLine: string } {
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const path = join(folder, "results.json");
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: count("passed"),
      numFailedTests: count("failed"),
      testResults: [
        {
          name: "a.test.ts",
          status: fileStatus,
          assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
        },
      ],
    }),
  );
  return run(path);
}

function run(path: string): { exitCode: number | null; lastLine: string } {
  const script = projectPath(".ci", "check-results.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, path], { encoding: "utf8" });
  return { exitCode: status, lastLine: stdout.trimEnd().split("\n").at(-1)! };
}

const cases: [string, Case, number, string][] = [
  ["all passed", { statuses: ["passed", "passed"] }, 0, "2 passed, 0 failed"],
  ["one failed", { statuses: ["passed", "failed"], fileStatus: "failed" }, 1, "1 passed, 1 failed"],
  ["one skipped", { statuses: ["passed", "skipped"] }, 1, "1 passed, 0 failed"],
  ["one left to do", { statuses: ["passed", "todo"] }, 1, "1 passed, 0 failed"],
  ["a file that cannot be loaded", { statuses: [], fileStatus: "failed" }, 1, "0 passed, 1 failed"],
  ["no test at all", { statuses: [] }, 1, "0 passed, 0 failed"],
];

test.each(cases)("%s", (_name, given, exitCode, lastLine) => {
  expect(judge(given)).toEqual({ exitCode, lastLine });
});

test("missing test results are a failure", () => {
  expect(run(join(folder, "absent.json"))).toEqual({ exitCode: 1, lastLine: "0 passed, 1 failed" });
});

test("a test that passed only on retry is reported", () => {
  const path = join(folder, "late.json");
  const late = { status: "passed", fullName: "a late one", failureMessages: ["Error: too late\n at"] };
  const good = { status: "passed", fullName: "a good one", failureMessages: [] };
  const testResults = [{ name: "a.test.ts", status: "passed", assertionResults: [late, good] }];
  writeFileSync(path, JSON.stringify({ numPassedTests: 2, numFailedTests: 0, testResults }));
  const script = projectPath(".ci", "check-results.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, path], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, "only at the second try: a late one: Error: too late\n"]);
});

test("the slowest files of the run are listed, the slowest first, and the count stays the last line", () => {
  const path = join(folder, "slow.json");
  const passed = { status: "passed", fullName: "one", failureMessages: [] };
  const testResults = [{ name: "a.test.ts", status: "passed", assertionResults: [passed] }];
  writeFileSync(path, JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults }));
  const durations = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.test.ts`, index]));
  writeFileSync(join(folder, "test-durations.json"), JSON.stringify(durations));
  const script = projectPath(".ci", "check-results.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, path], { encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  expect([status, lines[0], lines[1], lines.at(-2), lines.at(-1)]).toEqual([
    0,
    "Slowest files, in seconds:",
    "   19 19.test.ts",
    "    5 5.test.ts",
    "1 passed, 0 failed",
  ]);
  expect(lines).toHaveLength(17);
});
