import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { buildExplorer } from "../../router/explorer/build/build-explorer.ts";
import { siteFolder } from "../../router/explorer/build/site-folder.ts";
import { projectPath } from "../../src/project-root.ts";

beforeAll(() => buildExplorer());

const kib = 1024;
const assets = () => readdirSync(`${siteFolder}/assets`).filter((name) => !/\.(br|gz)$/.test(name));

/** Bytes that a browser gets. */
function sentBytes(name: string): number {
  const path = `${siteFolder}/assets/${name}`;
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const total = (names: readonly string[]): number => names.reduce((sum, name) => sum + sentBytes(name), 0);

test("fonts and styles of all pages together are small", () => {
  const fonts = assets().filter((name) => name.endsWith(".woff2"));
  const styles = assets().filter((name) => name.endsWith(".css"));
  expect(fonts).toHaveLength(5);
  expect(total(fonts)).toBeLessThanOrEqual(60 * kib);
  expect(total([...fonts, ...styles])).toBeLessThanOrEqual(75 * kib);
});

test("the page preloads the two fonts that every page needs", () => {
  const html = readFileSync(`${siteFolder}/index.html`, "utf8");
  const preloaded = [...html.matchAll(/<link rel="preload" href="\/explorer\/assets\/([^"]+)" as="font"/g)];
  const names = preloaded.map(([, name]) => name!);
  expect(names.map((name) => name.replace(/-[\w-]{8}\.woff2$/, ""))).toEqual(["inter", "jetbrains-mono"]);
  for (const name of names) expect(assets()).toContain(name);
});

test("the fonts are those that the command makes, and their licences are beside them", () => {
  const run = () =>
    execFileSync(process.execPath, [".ci/fonts.mjs", "--check"], { cwd: projectPath("."), stdio: "pipe" });
  expect(run).not.toThrow();
});
