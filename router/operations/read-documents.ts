import { readdirSync, readFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";

/** The hand-written documents of all areas. */
export function readDocuments(): string {
  const folder = projectPath("router", "operations");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".graphql"))
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("\n");
}
