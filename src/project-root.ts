import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function findProjectRoot(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${start}`);
    folder = parent;
  }
  return folder;
}

const root = findProjectRoot(import.meta.dirname);

/** An absolute path below the project root, the same from the sources and from the compiled files in `dist/`. */
export function projectPath(...parts: string[]): string {
  return join(root, ...parts);
}
