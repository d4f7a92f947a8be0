import { execFileSync, spawnSync } from "node:child_process";
import { operationAreas } from "../../router/operations/areas.ts";
import { readCodePlaces } from "../../platform/compose/code-places.ts";
import { projectPath } from "../../src/project-root.ts";
import { codeFolders, readSources } from "../structure/imports.ts";
import { findChangedTests } from "./changed-tests.ts";

/**
 * Runs the tests that a change can affect: `npm run test:changed` for uncommitted changes, or with `--
 * <commit>` for everything since that commit.
 */
const [base = "HEAD"] = process.argv.slice(2);
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: projectPath(), encoding: "utf8" }).split("\n").filter(Boolean);
const changed = [
  ...new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")]),
];
const readPlaces = readCodePlaces();
const { tests, operations } = findChangedTests({
  changed,
  files: readSources([...codeFolders, "test"]),
  operations: operationAreas.flatMap((area) => area.operations.map(({ name, field }) => ({ name, field }))),
  resolverOf: (field) => readPlaces.resolverOf(field.replace(/^./, (letter) => letter.toUpperCase())),
});
const walk = operations.length > 0 ? ["test/walk/operations-1.test.ts"] : [];
process.stdout.write(
  `${changed.length} changed files reach ${tests.length} tests and folders, and ${operations.length} operations.\n`,
);
const { status } = spawnSync("vitest", ["run", ...tests, ...walk], {
  cwd: projectPath(),
  env: { ...process.env, WALK_ONLY: operations.join(",") },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
