import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findProjectRoot(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${start}`);
    folder = parent;
  }
  return folder;
}

// The program's entry runs under an old Node, too, which does not know import.meta.dirname.
const root = findProjectRoot(dirname(fileURLToPath(import.meta.url)));

/** An absolute path below the project root, the same from the sources and from the compiled files in `dist/`. */
export function projectPath(...parts: string[]): string {
  return join(root, ...parts);
}
