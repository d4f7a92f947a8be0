import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { projectPath } from "../../src/project-root.ts";
import { findMutants, type Mutant } from "./mutants.ts";

/** Lists all mutants of a folder or file. */
export function mutantsOf(folder: string): Mutant[] {
  const paths = statSync(projectPath(folder)).isFile()
    ? [folder]
    : readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .map((name) => posix.join(folder, name));
  return paths.flatMap((path) => findMutants(path, readFileSync(projectPath(path), "utf8")));
}

/**
 * Draws a seeded sample. Mutants are ranked by a hash of their own code, so unchanged code yields the same mutants before
 * and after a change elsewhere.
 */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: string): Mutant[] {
  const rank = ({ key }: Mutant) => createHash("sha256").update(`${seed}\n${key}`).digest("hex");
  return mutants
    .map((mutant) => ({ mutant, order: rank(mutant) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
    .sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
}
