import { spawn } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/**
 * Runs another Node with these arguments in place of this process: the same standard streams, every signal forwarded.
 * Resolves to its exit code; when a signal ended it, the same signal ends this process. When this process is killed,
 * the other one shuts down. Rejects when the executable cannot be started.
 */
export function runOnNode(node: string, args: readonly string[]): Promise<number> {
  const preload = new URL(`end-with-parent${extname(fileURLToPath(import.meta.url))}`, import.meta.url).href;
  const child = spawn(node, ["--import", preload, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // A terminal sends Ctrl+C to the whole process group: in a group of its own the child receives it once, forwarded.
    detached: process.platform !== "win32",
  });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of forwardedSignals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const name of forwardedSignals) process.off(name, forward);
      if (signal === null) resolve(code ?? 1);
      else process.kill(process.pid, signal);
    });
  });
}
