import { readFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";

const containerFile = readFileSync(projectPath("deploy", "Containerfile"), "utf8");

/** The flags that the container file runs node with: those of every process of a split platform. */
export const processFlags: readonly string[] = readProcessFlags();

/** The settings of memory that the container file has. */
export const processMemory: Readonly<Record<string, string>> = Object.fromEntries(
  [...containerFile.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name!, value!]),
);

function readProcessFlags(): string[] {
  const [, words] = /^ENTRYPOINT (\[.*\])$/m.exec(containerFile) ?? [];
  if (words === undefined) throw new Error("The container file does not say what it runs.");
  return (JSON.parse(words) as string[]).filter((word) => word.startsWith("--"));
}
