import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { packageOf, readLoadedImports } from "./imports.ts";

/** What a start of the whole platform loads in any case. `import()` of anything else waits for its first use. */
const loadedAtStart = [
  "main.ts",
  "platform/commands/command-start.ts",
  "platform/start.ts",
  "platform/part-hub.ts",
  "platform/part-property.ts",
  "platform/part-gateway.ts",
  "platform/background.ts",
];

/** Packages that most processes never use. Each takes up to 9 MB of heap (docs/decisions/0043-memory-per-process.md). */
const loadedAtFirstUse = [
  "@anthropic-ai/sdk",
  "@aws-sdk/client-s3",
  "@google/genai",
  "@lezer/javascript",
  "@modelcontextprotocol/server",
  "diff",
  "koa",
  "markdown-it",
  "oauth4webapi",
  "oidc-provider",
  "openai",
  "openid-client",
  "pdfkit",
  "plaid",
  "pngjs",
  "postal-mime",
  "sanitize-html",
  "smtp-server",
  "stripe",
  "tesseract.js",
  "undici",
];

/** The packages that these files import when they are loaded, each with the chain of files that leads to it. */
function packagesLoadedBy(roots: readonly string[]): Map<string, string> {
  const chains = new Map(roots.map((path) => [path, path]));
  const packages = new Map<string, string>();
  // A file that is found is added behind the others, and visited in its turn.
  for (const [path, chain] of chains) {
    for (const target of readLoadedImports(readFileSync(projectPath(path), "utf8"))) {
      if (target.startsWith(".")) {
        const file = posix.join(posix.dirname(path), target);
        if (!chains.has(file)) chains.set(file, `${chain} → ${file}`);
        continue;
      }
      const name = packageOf(target);
      if (!packages.has(name)) packages.set(name, `${chain} → ${name}`);
    }
  }
  return packages;
}

test("a start loads no package that most processes never use", () => {
  const packages = packagesLoadedBy(loadedAtStart);
  expect([...packages.keys()]).toEqual(expect.arrayContaining(["fastify", "graphql", "pg", "zod"]));
  expect(loadedAtFirstUse.flatMap((name) => packages.get(name) ?? [])).toEqual([]);
});

test("imports of types alone load nothing", () => {
  const text = [
    'import "first";',
    'import type { A } from "types";',
    'import { type B, type C } from "types";',
    'import {\n  type D,\n  e,\n} from "second/part";',
    'import * as f from "@third/of/all";',
    'export { g } from "fourth";',
    'export type { H } from "types";',
    'const later = () => import("later");',
    'export const text = "text";',
  ].join("\n");
  expect(readLoadedImports(text).map(packageOf)).toEqual(["first", "second", "@third/of", "fourth"]);
});
