import { execFileSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

const configs = [
  "tsconfig.json",
  "tsconfig.build.json",
  "packages/client/tsconfig.json",
  "packages/hub-cli/tsconfig.json",
  "packages/mcp-client/tsconfig.json",
  "router/explorer/web/tsconfig.json",
];

interface Program {
  compilerOptions: { tsBuildInfoFile: string; noCheck?: boolean };
  files: string[];
}

/** What the compiler makes of a file of settings. */
function programOf(config: string): Program {
  const compiler = projectPath("node_modules", "typescript", "bin", "tsc");
  const shown = execFileSync(process.execPath, [compiler, "-p", projectPath(config), "--showConfig"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(shown) as Program;
}

const programs = new Map(configs.map((config) => [config, programOf(config)]));

function filesOf(config: string): string[] {
  return programs.get(config)!.files.map((path) => resolve(projectPath(dirname(config)), path));
}

test("each program of the compiler keeps its own state, or every build would forget that of another", () => {
  const files = [...programs].map(([config, { compilerOptions }]) =>
    resolve(projectPath(dirname(config)), compilerOptions.tsBuildInfoFile),
  );
  expect(new Set(files).size).toBe(configs.length);
});

test("types are checked in every file that a build only compiles", () => {
  const unchecked = configs.filter((config) => programs.get(config)!.compilerOptions.noCheck);
  expect(unchecked).toEqual([
    "tsconfig.build.json",
    "packages/client/tsconfig.json",
    "packages/hub-cli/tsconfig.json",
    "packages/mcp-client/tsconfig.json",
  ]);
  const checked = new Set(filesOf("tsconfig.json"));
  const compiled = unchecked.flatMap(filesOf);
  expect(compiled.length).toBeGreaterThan(1_000);
  expect(compiled.filter((path) => !checked.has(path))).toEqual([]);
});
