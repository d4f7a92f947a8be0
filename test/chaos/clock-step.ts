import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { projectPath } from "../../src/project-root.ts";
import type { SplitProcess } from "../split/split-process.ts";

const folder = join(tmpdir(), `hub-chaos-clocks-${process.pid}`);

/** Arguments and environment that give a process an adjustable clock. */
export function steppedClocks(): { nodeArgs: string[]; env: Record<string, string> } {
  mkdirSync(folder, { recursive: true });
  return {
    nodeArgs: ["--import", projectPath("test", "chaos", "stepped-clock.mjs")],
    env: { CHAOS_CLOCKS: folder },
  };
}

/** Moves the process's clock ahead by `seconds`; the process checks every quarter of a second. */
export function stepClock({ port }: SplitProcess, seconds: number): void {
  writeFileSync(join(folder, String(port)), String(seconds));
}
