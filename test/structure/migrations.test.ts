import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { migrationPaths } from "../../src/db/migrate.ts";
import { projectPath } from "../../src/project-root.ts";

/**
 * Migrations of released versions, with the beginning of the SHA-256 of each, by folder. Extended with each
 * release.
 */
const released = JSON.parse(
  readFileSync(projectPath("schema", "releases", "migrations.json"), "utf8"),
) as Record<string, Record<string, string>>;

async function migrationsOf(folder: string): Promise<Record<string, string>> {
  const paths = await migrationPaths(projectPath(folder));
  return Object.fromEntries(
    [...paths].map(([name, path]) => {
      const sql = readFileSync(path, "utf8");
      return [name, createHash("sha256").update(sql).digest("hex").slice(0, 16)];
    }),
  );
}

test.each(Object.keys(released))(
  "%s: what databases have had stays as it was, and what is new comes after it",
  async (folder) => {
    const present = await migrationsOf(folder);
    const had = released[folder]!;
    expect(present).toMatchObject(had);
    const last = Object.keys(had).sort().at(-1)!;
    const early = Object.keys(present).filter((name) => !(name in had) && name < last);
    expect(early, "a database that has the last one refuses these").toEqual([]);
  },
);

const subgraphs = ["hub", "gateway", "property"];

/** SQL files of a subgraph's migrations, those that take one back included, by folder. */
function filesOf(name: string): Map<string, string[]> {
  const root = projectPath("subgraphs", name, "migrations");
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".sql"),
  );
  return Map.groupBy(paths, (path) => dirname(path));
}

test.each(subgraphs)("no folder of migrations of %s holds over 40 files", (name) => {
  expect([...filesOf(name)].filter(([, files]) => files.length > 40).map(([folder]) => folder)).toEqual([]);
});

test.each(subgraphs)("what takes a migration of %s back stands in the folder of the same range", (name) => {
  const folders = filesOf(name);
  for (const [folder, files] of folders) {
    if (!folder.startsWith("down")) continue;
    const range = folder.slice("down/".length);
    const written = new Set((folders.get(range) ?? []).map((path) => basename(path)));
    expect(files.map((path) => basename(path)).filter((file) => !written.has(file))).toEqual([]);
  }
});
