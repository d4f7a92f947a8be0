import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { projectPath } from "../../src/project-root.ts";
import type { SplitProcess } from "../split/split-process.ts";

const folder = join(tmpdir(), `hub-chaos-clocks-${process.pid}`);

/** What processes are started with to have a clock that can be stepped. */
export function steppedClocks(): { nodeArgs: string[]; env: Record<string, string> } {
  mkdirSync(folder, { recursive: true });
  return {
    nodeArgs: ["--import", projectPath("test", "chaos", "stepped-clock.mjs")],
    env: { CHAOS_CLOCKS: folder },
  };
}

/** Sets the process's clock so many seconds ahead; it looks every quarter of a second. */
export function stepClock({ port }: SplitProcess, seconds: number): void {
  writeFileSync(join(folder, String(port)), String(seconds));
}
