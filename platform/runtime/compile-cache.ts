// The whole module, since an old Node, which loads this file too, has no such names in it.
import * as nodeModule from "node:module";
import { projectPath } from "../../src/project-root.ts";

/** Commands that run until a signal ends them. */
const lasting = new Set(["start", "router", "hub", "property", "gateway", "worker"]);

/** Whether this command line starts a server or a worker. */
export function runsUntilSignal(words: readonly string[]): boolean {
  return lasting.has(words[0] === undefined || words[0].startsWith("-") ? "start" : words[0]);
}

/**
 * Keeps V8's compiled code of all modules below `dist/`, so that the next command does not compile them again. Entries
 * are found by the content of a module and the version of Node. Where nothing can be written, as in a container, a
 * command is as slow as without. Node holds what it has read for as long as a process lives: 24 MB for the whole platform,
 * whose start it does not make faster. So only commands that end use it.
 */
export function keepCompiledCode(words: readonly string[]): void {
  if (!runsUntilSignal(words)) nodeModule.enableCompileCache(projectPath("dist", ".compiled"));
}
