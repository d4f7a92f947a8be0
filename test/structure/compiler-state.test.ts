import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

const configs = [
  "tsconfig.json",
  "tsconfig.build.json",
  "packages/mcp-client/tsconfig.json",
  "router/explorer/web/tsconfig.json",
];

/** Where the compiler keeps what it knows of a program. */
function stateFileOf(config: string): string {
  const compiler = projectPath("node_modules", "typescript", "bin", "tsc");
  const shown = execFileSync(process.execPath, [compiler, "-p", projectPath(config), "--showConfig"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const { compilerOptions } = JSON.parse(shown) as { compilerOptions: { tsBuildInfoFile: string } };
  return resolve(projectPath(config), "..", compilerOptions.tsBuildInfoFile);
}

test("each program of the compiler keeps its own state, or every build would forget that of another", () => {
  const files = configs.map(stateFileOf);
  expect(new Set(files).size).toBe(configs.length);
});
