import { keepCompiledCode, runsUntilSignal } from "./platform/runtime/compile-cache.ts";
import { growFreely } from "./platform/runtime/heap-growth.ts";
import { restartWithFewArenas } from "./platform/runtime/few-arenas.ts";
import { runOnBundledNode } from "./platform/runtime/run-on-bundled-node.ts";
import { isSupportedNode } from "./platform/runtime/node-version.ts";

// An old Node must be able to load this file: the platform itself is imported only where it can run.
async function main(): Promise<number> {
  if (!isSupportedNode(process.versions.node)) return runOnBundledNode(process.argv.slice(1));
  restartWithFewArenas(process.argv.slice(2));
  if (runsUntilSignal(process.argv.slice(2))) growFreely();
  keepCompiledCode(process.argv.slice(2));
  await import("reflect-metadata");
  const { runCommand } = await import("./platform/commands/commands.ts");
  return runCommand(process.argv.slice(2));
}

process.exitCode = await main();
