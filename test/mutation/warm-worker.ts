import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type WorkerRequest,
} from "vitest/node";

/** The test process, reused between test files until `stopWorker`. */
let kept: { worker: WarmWorker; pid: number } | null = null;

type Listener = (argument: unknown) => void;

/** Test worker that outlives a run. Responds to start and stop messages itself while the process is running. */
class WarmWorker extends ForksPoolWorker {
  override readonly name = "warm";
  readonly #listeners = new Set<Listener>();
  #isWarm = false;

  override async start(): Promise<void> {
    if (kept?.worker === this) return;
    await super.start();
    const pid = this.#process().pid!;
    kept = { worker: this, pid };
    this.#process().once("exit", () => {
      if (kept?.pid === pid) kept = null;
    });
  }

  override on(event: string, callback: Listener): void {
    if (event === "message") this.#listeners.add(callback);
    super.on(event, callback);
  }

  override off(event: string, callback: Listener): void {
    if (event === "message") this.#listeners.delete(callback);
    if (kept?.worker === this) super.off(event, callback);
  }

  override send(message: WorkerRequest): void {
    const type = (message as { type?: string }).type;
    if (type === "stop") return this.#answer("stopped");
    if (type === "start" && this.#isWarm) return this.#answer("started");
    if (type === "start") this.#isWarm = true;
    super.send(message);
  }

  /** Keeps the process and removes the listeners of the finished run. */
  override async stop(): Promise<void> {
    for (const listener of this.#listeners) this.off("message", listener);
  }

  end(): Promise<void> {
    return super.stop();
  }

  #process(): import("node:child_process").ChildProcess {
    return (this as unknown as { fork: import("node:child_process").ChildProcess }).fork;
  }

  #answer(type: string): void {
    const response = { type, __vitest_worker_response__: true };
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener(response);
    });
  }
}

export const warmPool: PoolRunnerInitializer = {
  name: "warm",
  createPoolWorker: (options: PoolOptions) => kept?.worker ?? new WarmWorker(options),
};

/** Stops the process, if any. The next test file starts a new one, which loads all modules again. */
export async function stopWorker(): Promise<void> {
  await kept?.worker.end();
  kept = null;
}

/** Kills an unresponsive process. The current run fails. */
export function killWorker(): void {
  if (kept) process.kill(kept.pid, "SIGKILL");
}
