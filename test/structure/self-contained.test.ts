import { tmpdir } from "node:os";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, posix } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { readGuideBlocks, withoutGuideBlocks } from "./guide-blocks.ts";
import { readSource } from "./imports.ts";

/** Made by a build, an installation or a run. */
const made = new Set([".data", ".env", ".git", "coverage", "dist", "node_modules", "schema"]);
const textual = new Set([
  "",
  ".html",
  ".json",
  ".jsonc",
  ".md",
  ".mjs",
  ".sh",
  ".ts",
  ".tsx",
  ".yaml",
  ".yml",
]);

function projectFiles(folder = ""): string[] {
  return readdirSync(projectPath(folder))
    .filter((name) => !made.has(name))
    .flatMap((name) => {
      const path = posix.join(folder, name);
      if (statSync(projectPath(path)).isDirectory()) return projectFiles(path);
      return textual.has(extname(name)) && name !== "package-lock.json" ? [path] : [];
    });
}

const depthOf = (path: string): number => path.split("/").length - 1;
const ups = (text: string): number => text.split("..").length - 1;

/** Whether a text in the file at `path` names something above the project's root. */
function escapes(path: string, text: string): boolean {
  const isCode = /\.(tsx?|mjs)$/.test(path);
  if (isCode && readSource(path, text).imports.some((target) => target.startsWith("../"))) return true;
  if (path.endsWith(".md")) {
    const blocks = readGuideBlocks(text).filter(({ path: file }) => !file.endsWith(".md"));
    if (blocks.some((block) => escapes(block.path, block.text))) return true;
    const rest = withoutGuideBlocks(text);
    // Commands in documents are run at the root.
    return /(?:^|[\s="'])\.\.\//m.test(rest) || leads(path, rest);
  }
  return leads(path, text);
}

function leads(path: string, text: string): boolean {
  if (/\bprojectPath\(\s*"\.\./.test(text)) return true;
  const relative = [
    ...text.matchAll(/(?<!(?:from|import) ")(?<![./\w])(?:\.\.\/)+/g),
    ...text.matchAll(/(?:"\.\."(?:,\s*)?)+/g),
  ];
  return (
    relative.some(([match]) => ups(match) > depthOf(path)) || neighbours.some((name) => text.includes(name))
  );
}

/**
 * Folders beside the project: by their former names, and by the location of this copy, if not in the system's
 * own.
 */
const neighbours = [
  ...["data", "spec", "vectors"].map((name) => ["shared", name].join("/")),
  ...[dirname(projectPath())]
    .filter((parent) => parent !== "/" && parent !== tmpdir())
    .map((parent) => `${parent}/`),
];

test("no file names a path outside the project", () => {
  const files = projectFiles();
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((path) => escapes(path, readFileSync(projectPath(path), "utf8")));
  expect(found).toEqual([]);
});

const up = ["..", ""].join("/");
const guideFile = (levels: number) =>
  `\`\`\`ts\n// test/a/b/c.ts\nimport { a } from "${up.repeat(levels)}a.ts";\n\`\`\`\n`;
test.each([
  ["a path of its own", "test/a/b.test.ts", `readFileSync("${up}c.json")`, false],
  ["a path above the root", "test/a/b.test.ts", `readFileSync("${up.repeat(3)}c.json")`, true],
  ["an import above the root", "test/b.test.ts", `import { a } from "${up.repeat(2)}a.ts";`, true],
  ["an import of its own", "test/b.test.ts", `import { a } from "${up}src/a.ts";`, false],
  ["parts below a folder", "test/a/b.ts", `join(here, ${'"..", '.repeat(2)}"c")`, false],
  ["parts above the root", "test/a/b.ts", `join(here, ${'"..", '.repeat(3)}"c")`, true],
  ["parts above the root's own path", "test/a/b.ts", ["project", 'Path("..", "c")'].join(""), true],
  ["a command at the root", "docs/a/b.md", `$ hub reference --from ${up}c`, true],
  ["a file in a guide", "docs/a.md", guideFile(3), false],
  ["a file in a guide that leaves the project", "docs/a.md", guideFile(4), true],
  ["a link between documents", "docs/a/b.md", `[c](${up}c.md)`, false],
  ["a folder beside the project", "bench/a.ts", `cp("${neighbours[0]}")`, true],
])("%s is told from one that leaves the project", (_what, path, text, isOutside) => {
  expect(escapes(path, text)).toBe(isOutside);
});

/** Tests may want a program, a system or a privilege of the machine; whatever else they need is in the project. */
const wants = new Set([
  "!canBeNobody",
  "!canBuildImages",
  "!hasGo",
  "!hasPhp",
  "!hasPython",
  "!hasRedis",
  "!hasRuby",
  "!isLinux",
  "!hasHledger",
  "!hasBeancount",
  "!hasHttpx",
  "!hasSpeech",
  "!isLinux || !isRoot",
  "browserPath === null",
]);

function skips(text: string): string[] {
  const conditions = [...text.matchAll(/\.(?:skipIf|runIf)\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([, one]) => one!,
  );
  return [...conditions, ...(text.match(/\b(?:ctx|context|task)\.skip\(/g) ?? [])];
}

test("a test is skipped only where the machine lacks a program or a privilege, never for want of a file", () => {
  const files = projectFiles("test").filter((path) => path.endsWith(".ts"));
  const found = files.flatMap((path) =>
    skips(readFileSync(projectPath(path), "utf8"))
      .filter((condition) => !wants.has(condition))
      .map((condition) => `${path}: ${condition}`),
  );
  expect(found).toEqual([]);
  expect(skips(["describe.skip", "If(!existsSync(file))"].join(""))).toEqual(["!existsSync(file)"]);
});
