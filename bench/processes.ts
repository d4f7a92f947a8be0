import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { projectPath } from "../src/project-root.ts";
import { processMemory } from "../test/split/process-flags.ts";
import type { Usage } from "./child.ts";
import type { LoadFigures, LoadJob, LoadResult } from "./load.types.ts";

/** Node flags of `npm start`: the flags of a measured server that runs everything in one process. */
export const startFlags: readonly string[] = readStartFlags();

function readStartFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return scripts.start.split(/\s+/).filter((word) => /^--\w/.test(word));
}

const taskset = "/usr/bin/taskset";

/** True where a process can be bound to a core. */
export const canPin = existsSync(taskset);

/** Pins a running process, with all its threads and future children, to a core, where that is supported. */
export function pinAll(pid: number, core: number): void {
  if (canPin) execFileSync(taskset, ["-acp", String(core), String(pid)], { stdio: "ignore" });
}

/** A process of the benchmark. */
export interface Started {
  child: ChildProcess;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a file of bench/ on the given core and waits until it says that it is ready. */
export async function start(
  file: string,
  args: readonly string[],
  { core, env = {}, nodeArgs = [] }: { core: number; env?: Record<string, string>; nodeArgs?: string[] },
): Promise<Started> {
  const pinned = canPin
    ? { execPath: taskset, execArgv: ["-c", String(core), process.execPath, ...nodeArgs] }
    : { execArgv: nodeArgs };
  const child = fork(projectPath("bench", file), [...args], {
    ...pinned,
    // Real data only on request: otherwise every platform would import it at its first start.
    // The settings of memory are those of `npm start` and the container file.
    env: {
      ...process.env,
      PROPERTY_DATA_DIR: undefined,
      NODE_ENV: "production",
      ...processMemory,
      ...env,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await nextMessage(child, `${file} ${args[0] ?? ""}`);
  return {
    child,
    usage: () => ask<Usage>(child, "usage"),
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Has the generator put a load on a server. Throws when any answer is not 2xx or has errors. */
export async function load(generator: Started, job: LoadJob): Promise<LoadFigures> {
  const result = await ask<LoadResult>(generator.child, job);
  if ("fault" in result) throw new Error(`port ${job.port}${job.path}: ${result.fault}`);
  return result;
}

async function ask<T>(child: ChildProcess, question: unknown): Promise<T> {
  const answer = nextMessage(child, "the process");
  child.send(question as object);
  return (await answer) as T;
}

function nextMessage(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${name} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

/** Ports that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
