import { readFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";

/** The flags that the container file runs node with: those of every process of a split platform. */
export const processFlags: readonly string[] = readProcessFlags();

function readProcessFlags(): string[] {
  const [, words] =
    /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(projectPath("deploy", "Containerfile"), "utf8")) ?? [];
  if (words === undefined) throw new Error("The container file does not say what it runs.");
  return (JSON.parse(words) as string[]).filter((word) => word.startsWith("--"));
}
