import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

/** The texts of all tests that run documents. */
export function sourceFiles(): string[] {
  return readdirSync(projectPath("test"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .filter((text) => text.includes("runShellBlocks"));
}
