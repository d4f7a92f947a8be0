import { readFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";

/** The commands whose npm scripts run with the flags of `npm start`. */
const commandsWithFlags = new Set(["start", "import"]);

/** The V8 flags that `npm start` gives to node. Their only place is that script in package.json. */
function readStartFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}

/** The V8 flags for a command line, the same however it was started. */
export function flagsFor(words: readonly string[]): string[] {
  const name = words[0] === undefined || words[0].startsWith("-") ? "start" : words[0];
  return commandsWithFlags.has(name) ? readStartFlags() : [];
}
