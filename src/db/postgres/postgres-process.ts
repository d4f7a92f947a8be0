import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { watchOver, type PostgresLauncher } from "./postgres-launcher.ts";
import { readPostmaster } from "./postmaster-file.ts";

/** Time for the last output of a server that has exited. */
const outputMs = 1_000;

/** A running server, or one that is coming up. */
export interface PostgresProcess {
  pid: number;
  /** Resolves when the server has ended, with the last lines it wrote. */
  ended: Promise<string[]>;
  /** Ends open transactions and stops; harder when that takes more than 10 s. */
  stop(): Promise<void>;
}

/** Starts the server and resolves when it accepts connections, or with its output when it has exited instead. */
export async function spawnPostgres(
  launcher: PostgresLauncher,
  dataDirectory: string,
  settings: Record<string, string>,
  log: Logger,
): Promise<PostgresProcess | { failure: string[] }> {
  const args = [
    "-D",
    dataDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // In a session of its own, or Ctrl-C would stop the server before the requests that are using it.
  const child = spawn(...launcher.command(launcher.binaries.postgres, args), {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    cwd: dataDirectory,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
  });
  const lastLines = keepLastLines(child, log);
  const watcher = launcher.stopsWithParent || child.pid === undefined ? null : watchOver(child.pid);
  let hasEnded = false;
  const ended = new Promise<string[]>((resolve) => {
    const end = () => {
      hasEnded = true;
      watcher?.kill("SIGKILL");
      resolve(lastLines);
    };
    child.once("close", end);
    // Backends that a killed server leaves behind may keep its output open for ever.
    child.once("exit", () => void wait(outputMs, undefined, { ref: false }).then(end));
    child.once("error", (error) => {
      lastLines.push(error.message);
      end();
    });
  });
  while (!hasEnded) {
    const state = await readPostmaster(dataDirectory);
    if (state?.pid === child.pid && state?.status === "ready")
      return { pid: state.pid, ended, stop: () => stopChild(child) };
    await wait(10);
  }
  return { failure: lastLines };
}

async function stopChild(child: ChildProcess): Promise<void> {
  for (const [signal, patienceMs] of [
    ["SIGINT", 10_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await Promise.race([exit, wait(patienceMs, undefined, { ref: false })]);
  }
}

/** The server's own messages go to the log; the newest are kept, since they say why a start failed. */
function keepLastLines(child: ChildProcess, log: Logger): string[] {
  const lines: string[] = [];
  if (!child.stderr) return lines;
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    if (/ (FATAL|PANIC): /.test(line)) log.warn({ line }, "PostgreSQL");
    else log.debug({ line }, "PostgreSQL");
  });
  return lines;
}
