import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

interface Claim {
  text: string;
  /** Paths below `test/` in the claim's last column. */
  tests: string[];
}

/** The rows of every table whose header is `| claim | test |`. */
function claimsOf(markdown: string): Claim[] {
  const claims: Claim[] = [];
  let isInTable = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("| claim |")) isInTable = true;
    else if (!line.startsWith("|")) isInTable = false;
    else if (isInTable && !line.startsWith("|---")) {
      const cells = line.split("|").map((cell) => cell.trim());
      const tests = [...cells.at(-2)!.matchAll(/`(test\/[\w./-]+)`/g)].map((match) => match[1]!);
      claims.push({ text: cells[1]!, tests });
    }
  }
  return claims;
}

/** Claims without a test, and tests that are not there: a file, or a folder with test files. */
function brokenClaims(claims: readonly Claim[]): string[] {
  return claims.flatMap(({ text, tests }) => [
    ...(tests.length === 0 ? [`no test: ${text}`] : []),
    ...tests.filter((path) => !holdsTests(path)).map((path) => `missing ${path}: ${text}`),
  ]);
}

function holdsTests(path: string): boolean {
  const full = projectPath(path);
  if (!existsSync(full)) return false;
  if (!statSync(full).isDirectory()) return path.endsWith(".test.ts");
  return testFilesIn(path).length > 0;
}

function testFilesIn(folder: string): string[] {
  return readdirSync(projectPath(folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);
}

const claims = claimsOf(readFileSync(projectPath("docs/security.md"), "utf8"));

test("every security claim names a test that exists", () => {
  expect(claims.length).toBeGreaterThan(20);
  expect(brokenClaims(claims)).toEqual([]);
});

test("every security test holds a claim", () => {
  const named = claims.flatMap((claim) => claim.tests);
  const isNamed = (path: string) => named.some((name) => path === name || path.startsWith(`${name}/`));
  expect(testFilesIn("test/security").filter((path) => !isNamed(path))).toEqual([]);
});

test("a claim without a test, or with one that is not there, is found", () => {
  const found = claimsOf(
    "| claim | test |\n|---|---|\n| one | none |\n| two | `test/nowhere.test.ts` |\n\n| other |\n",
  );
  expect(brokenClaims(found)).toEqual(["no test: one", "missing test/nowhere.test.ts: two"]);
});
