import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

/** All sources of the site, except installed packages, which the lock file pins. */
const inputs = [
  "router",
  "schema",
  "docs/guides",
  "src/access",
  "src/events",
  "src/errors.ts",
  "package-lock.json",
] as const;

/** Digest of all inputs of the built site, including `more`: the same digest means the same site. */
export function inputStamp(more: string): string {
  const hash = createHash("sha256").update(more);
  for (const input of inputs) {
    for (const path of filesBelow(input)) hash.update(`\0${path}\0`).update(readFileSync(projectPath(path)));
  }
  return hash.digest("hex");
}

function filesBelow(input: string): string[] {
  if (/\.\w+$/.test(input)) return [input];
  return readdirSync(projectPath(input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(projectPath().length + 1))
    .sort();
}
