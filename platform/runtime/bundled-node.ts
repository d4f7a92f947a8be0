import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isSupportedNode } from "./node-version.ts";

/** Where to look for a Node, and which one is running now. */
export interface RunningNode {
  /** The project's `node_modules`. */
  modules: string;
  version: string;
  execPath: string;
  platform: string;
  arch: string;
}

/**
 * The executable of the Node that npm installs with the platform (an optional dependency per system). Null when it is
 * not installed, cannot run the platform either, or is the one that runs now.
 */
export function findBundledNode({ modules, execPath, platform, arch }: RunningNode): string | null {
  const isWindows = platform === "win32";
  const folder = join(modules, `node-${isWindows ? "win" : platform}-${arch}`);
  const path = join(folder, "bin", isWindows ? "node.exe" : "node");
  if (!existsSync(path) || path === execPath) return null;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return isSupportedNode(version) ? path : null;
}
