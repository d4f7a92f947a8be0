import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

/**
 * Migrations of released versions, with the beginning of the SHA-256 of each, by folder. Extended with each
 * release.
 */
const released = JSON.parse(
  readFileSync(projectPath("schema", "releases", "migrations.json"), "utf8"),
) as Record<string, Record<string, string>>;

function migrationsOf(folder: string): Record<string, string> {
  const files = readdirSync(projectPath(folder)).filter((name) => name.endsWith(".sql"));
  return Object.fromEntries(
    files.sort().map((name) => {
      const sql = readFileSync(projectPath(folder, name), "utf8");
      return [name, createHash("sha256").update(sql).digest("hex").slice(0, 16)];
    }),
  );
}

test.each(Object.keys(released))(
  "%s: what databases have had stays as it was, and what is new comes after it",
  (folder) => {
    const present = migrationsOf(folder);
    const had = released[folder]!;
    expect(present).toMatchObject(had);
    const last = Object.keys(had).sort().at(-1)!;
    const early = Object.keys(present).filter((name) => !(name in had) && name < last);
    expect(early, "a database that has the last one refuses these").toEqual([]);
  },
);
