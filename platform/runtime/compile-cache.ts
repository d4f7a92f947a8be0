// The whole module, since an old Node, which loads this file too, has no such names in it.
import * as nodeModule from "node:module";
import { projectPath } from "../../src/project-root.ts";

/**
 * Keeps V8's compiled code of all modules below `dist/`, so that the next start does not compile them again. Entries
 * are found by the content of a module and the version of Node. Where nothing can be written, as in a container, the
 * start is as slow as without.
 */
export function keepCompiledCode(): void {
  nodeModule.enableCompileCache(projectPath("dist", ".compiled"));
}

/** Writes the code that was compiled so far. Otherwise it is written at the exit, and never by a process that is killed. */
export function writeCompiledCode(): void {
  nodeModule.flushCompileCache();
}
