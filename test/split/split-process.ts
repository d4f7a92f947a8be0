import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { projectPath } from "../../src/project-root.ts";
import { compileCache } from "../support/compile-cache.ts";
import { until } from "../support/poll.ts";
import { processFlags, processMemory } from "./process-flags.ts";

export type ProcessKind = "hub" | "property" | "gateway" | "router" | "worker";

/** One process of split mode, at an address that it keeps over restarts. */
export class SplitProcess {
  readonly kind: ProcessKind;
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #nodeArgs: readonly string[];
  #child: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #log = "";
  #isSupervised = false;

  constructor(
    kind: ProcessKind,
    port: number,
    env: Record<string, string>,
    nodeArgs: readonly string[] = [],
  ) {
    this.kind = kind;
    this.port = port;
    this.#env = env;
    this.#nodeArgs = nodeArgs;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Its log, of all its restarts. */
  get log(): string {
    return this.#log;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Restarts it whenever it exits or is killed, as a cluster does. */
  supervise(): void {
    this.#isSupervised = true;
  }

  start(): void {
    const { PATH = "", HOME = "" } = process.env;
    const args = [...processFlags, ...this.#nodeArgs, projectPath("dist", "main.js"), this.kind];
    const child = spawn(process.execPath, args, {
      cwd: projectPath(),
      env: { PATH, HOME, ...processMemory, ...compileCache(), ...this.#env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#log = (this.#log + text).slice(-200_000);
    });
    child.once("close", () => {
      if (this.#child !== child) return;
      this.#child = null;
      if (this.#isSupervised) this.start();
    });
    this.#ended = once(child, "close");
  }

  /** Resolves when it says that it is ready. Throws when it has ended instead, unless it is started again. */
  async untilReady(deadlineMs = 180_000): Promise<void> {
    await until(
      `${this.kind} is ready`,
      async () => {
        if (!this.#child && !this.#isSupervised)
          throw new Error(`${this.kind} ended: ${this.#log.slice(-2_000)}`);
        return (await probe(`${this.url}/readyz`)) === 200;
      },
      deadlineMs,
    );
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it, and does not start it again. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#isSupervised = false;
    const child = this.#child;
    if (!child) return;
    child.kill(signal);
    await this.#ended;
  }

  /** Resident memory in bytes; 0 while it does not run. */
  async residentBytes(): Promise<number> {
    if (this.pid === null) return 0;
    const status = await readFile(`/proc/${this.pid}/status`, "utf8").catch(() => "");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  }
}

/** The HTTP status of a GET; null without a response within 5 seconds. */
async function probe(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(5_000),
      headers: { connection: "close" },
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
