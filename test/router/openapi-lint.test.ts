import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

type Document = { paths: Record<string, Record<string, { responses: unknown; operationId: string }>> };

const linters: [string, (file: string) => [string, string[]]][] = [
  [
    "spectral",
    (file) => [
      projectPath("node_modules", ".bin", "spectral"),
      ["lint", file, "--ruleset", projectPath(".spectral.yaml"), "--fail-severity", "warn"],
    ],
  ],
  [
    "redocly",
    (file) => [
      projectPath("node_modules", ".bin", "redocly"),
      ["lint", file, "--config", projectPath("redocly.yaml"), "--max-problems", "20"],
    ],
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openapi-lint-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run([command, args]: [string, string[]]): Promise<{ exitCode: number; output: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env, cwd: folder }, (error, stdout, stderr) => {
      const exitCode = error ? Number(error.code ?? 1) : 0;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}

test.each(linters)("%s finds nothing to say about the OpenAPI document", async (_name, command) => {
  const { exitCode, output } = await run(command(projectPath("schema", "openapi.json")));
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/\bwarnings?\b/i);
});

test.each(linters)(
  "%s would refuse an operation without answers, and an id that there is twice",
  async (name, command) => {
    const document = JSON.parse(await readFile(projectPath("schema", "openapi.json"), "utf8")) as Document;
    // Two of a thousand paths, with which the linters have less to do.
    document.paths = Object.fromEntries(Object.entries(document.paths).slice(0, 2));
    const [path] = Object.values(document.paths);
    const [operation] = Object.values(path!);
    operation!.responses = {};
    operation!.operationId = Object.values(Object.values(document.paths)[1]!)[0]!.operationId;
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(document));
    const { exitCode, output } = await run(command(file));
    expect(exitCode).not.toBe(0);
    expect(output).toContain("operation-operationId-unique");
    expect(output).toMatch(/responses/);
  },
);
