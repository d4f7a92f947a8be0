import { FaultProxy } from "./fault-proxy.ts";
import { takePorts } from "./ports.ts";
import { SplitProcess, type ProcessKind } from "./split-process.ts";

export interface SplitOptions {
  databaseUrl: string;
  sandboxPort: number;
  /** Number of each. Default: one, and no worker. */
  counts?: Partial<Record<ProcessKind, number>>;
  redisUrl?: string;
  /** The subgraphs whose processes are reached through fault proxies. Default: none. */
  proxied?: readonly ProcessKind[];
  /** Settings of all processes. */
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
}

/**
 * The platform in split mode as plain processes on this machine, with proxies in front of some that a test can make slow,
 * dead, silent or lying.
 */
export class SplitWorld {
  readonly #processes: readonly SplitProcess[];
  readonly #proxies: ReadonlyMap<SplitProcess, FaultProxy>;

  private constructor(processes: readonly SplitProcess[], proxies: ReadonlyMap<SplitProcess, FaultProxy>) {
    this.#processes = processes;
    this.#proxies = proxies;
  }

  static async start(options: SplitOptions): Promise<SplitWorld> {
    const counts = { hub: 1, property: 1, gateway: 1, router: 1, worker: 0, ...options.counts };
    const ports = new Map<ProcessKind, number[]>();
    for (const kind of Object.keys(counts) as ProcessKind[]) ports.set(kind, await takePorts(counts[kind]));
    const proxies = new Map<number, FaultProxy>();
    for (const port of (options.proxied ?? []).flatMap((kind) => ports.get(kind)!)) {
      proxies.set(port, await FaultProxy.start({ host: "127.0.0.1", port }));
    }
    const addresses = (kind: ProcessKind) =>
      ports
        .get(kind)!
        .map((port) => proxies.get(port)?.url ?? `http://127.0.0.1:${port}`)
        .join(",");
    const shared = {
      LOG_LEVEL: "warn",
      DATABASE_URL: options.databaseUrl,
      SANDBOX_PORT: String(options.sandboxPort),
      OIDC_ISSUER: `http://127.0.0.1:${options.sandboxPort}/identity`,
      INTERNAL_SECRET: "secret-of-the-split-world",
      METRICS_PORT: "0",
      HUB_URL: addresses("hub"),
      PROPERTY_URL: addresses("property"),
      GATEWAY_URL: addresses("gateway"),
      PUBLIC_URL: `http://127.0.0.1:${ports.get("router")![0] ?? 1}`,
      // Calls are counted as always, and more of them are admitted than any machine can make.
      ABUSE_LIMIT_PER_MINUTE: "100000000",
      ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
      ...options.env,
    };
    const processes = [...ports].flatMap(([kind, own]) =>
      own.map((port) => {
        // A worker has no port but this one.
        const place: Record<string, string> =
          kind === "worker" ? { METRICS_PORT: String(port) } : { PORT: String(port) };
        return new SplitProcess(kind, port, { ...shared, ...place }, options.nodeArgs);
      }),
    );
    const byProcess = new Map(
      processes.flatMap((one) => {
        const proxy = proxies.get(one.port);
        return proxy ? [[one, proxy] as const] : [];
      }),
    );
    const world = new SplitWorld(processes, byProcess);
    try {
      for (const one of processes) one.start();
      await Promise.all(processes.map((one) => one.untilReady()));
      return world;
    } catch (error) {
      const logs = processes.map(({ kind, log }) => `${kind}: ${log.slice(-500)}`).join("\n");
      await world.stop();
      throw new Error(`The split platform did not start.\n${logs}`, { cause: error });
    }
  }

  /** The processes of a kind. */
  all(kind: ProcessKind): readonly SplitProcess[] {
    return this.#processes.filter((one) => one.kind === kind);
  }

  one(kind: ProcessKind): SplitProcess {
    return this.all(kind)[0]!;
  }

  get processes(): readonly SplitProcess[] {
    return this.#processes;
  }

  /** The proxy through which all others reach this process. */
  proxyOf(process: SplitProcess): FaultProxy {
    return this.#proxies.get(process)!;
  }

  get routerUrls(): string[] {
    return this.all("router").map(({ url }) => url);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end("SIGKILL")));
    await Promise.all([...this.#proxies.values()].map((proxy) => proxy.stop()));
  }
}
