import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { until } from "../support/poll.ts";
import { takePorts } from "./ports.ts";

/** A Redis server of this run, which forgets everything when it is killed. */
export interface OwnRedis {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends it, so that it accepts connections without responding; or resumes it. */
  freeze(isFrozen: boolean): void;
}

/** Starts it; null where this machine has no `redis-server`. */
export async function startOwnRedis(): Promise<OwnRedis | null> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return null;
  const [port] = (await takePorts(1)) as [number];
  let server: ChildProcess | null = null;
  const start = async () => {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    server = spawn("redis-server", args, { stdio: "ignore" });
    await until("redis listens", () => listens(port));
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
    freeze: (isFrozen) => void server?.kill(isFrozen ? "SIGSTOP" : "SIGCONT"),
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
