import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
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

test.each(["hub", "gateway", "property"])(
  "no folder of migrations of %s holds over 40 files",
  async (name) => {
    const paths = [...(await migrationPaths(projectPath("subgraphs", name, "migrations"))).values()];
    const sizes = Map.groupBy(paths, (path) => dirname(path));
    expect([...sizes].filter(([, files]) => files.length > 40).map(([folder]) => folder)).toEqual([]);
  },
);
