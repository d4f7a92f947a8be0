import { existsSync, readdirSync, readFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";

/** Texts of the files below a folder whose names begin and end so, by their path in the project. Empty without the folder. */
export function readTexts(folder: string, ending: string, beginning = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(projectPath(folder))) return found;
  for (const path of readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }).sort()) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!name.endsWith(ending) || !name.startsWith(beginning)) continue;
    found.set(`${folder}/${path}`, readFileSync(projectPath(folder, path), "utf8"));
  }
  return found;
}
