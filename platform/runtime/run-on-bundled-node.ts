import { projectPath } from "../../src/project-root.ts";
import { findBundledNode, type RunningNode } from "./bundled-node.ts";
import { oldestNode } from "./node-version.ts";
import { runOnNode } from "./run-on-node.ts";
import { flagsFor } from "./start-flags.ts";

/** This process's Node, and where the bundled one is. */
export function runningNode(): RunningNode {
  const { execPath, platform, arch, versions } = process;
  return { modules: projectPath("node_modules"), version: versions.node, execPath, platform, arch };
}

/**
 * Runs the program again with the same arguments on the Node that npm installed with it. `argv` is the
 * program's file and its arguments. Returns the exit code: 1 when there is no such Node, after one line that
 * says how to fix it.
 */
export async function runOnBundledNode(argv: readonly string[], current = runningNode()): Promise<number> {
  const node = findBundledNode(current);
  const needs = `This program requires Node ${oldestNode} or newer. The current version is ${current.version}.`;
  if (node === null) {
    process.stderr.write(`${needs} ${adviceFor(current)}\n`);
    return 1;
  }
  try {
    return await runOnNode(node, [...process.execArgv, ...flagsFor(argv.slice(1)), ...argv]);
  } catch (error) {
    process.stderr.write(`${needs} The one in node_modules does not start (${(error as Error).message}).\n`);
    return 1;
  }
}

/** npm brings a Node for these systems only (`optionalDependencies`). */
const systemsWithNode = new Set(["linux-x64", "linux-arm64", "win32-x64"]);

function adviceFor({ platform, arch }: RunningNode): string {
  return systemsWithNode.has(`${platform}-${arch}`)
    ? "Run `npm ci`, which installs one in node_modules (unless optional dependencies are omitted)."
    : "Install Node 24 from https://nodejs.org.";
}
