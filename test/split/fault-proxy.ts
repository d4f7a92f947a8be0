import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { takePorts } from "./ports.ts";

/**
 * The proxy's handling of its traffic. `dead`: new connections are refused, and open ones are reset. `silent`:
 * connections are accepted, but no data passes. `slow`: all data is delayed. `lying`: requests are answered
 * with nonsense instead of being forwarded.
 */
export type ProxyMode = "pass" | "dead" | "silent" | "slow" | "lying";

/** A TCP proxy in front of one process, whose faults a test chooses. */
export class FaultProxy {
  readonly port: number;
  readonly #target: NetConnectOpts;
  readonly #pairs = new Set<[Socket, Socket | null]>();
  #server: Server | null = null;
  #mode: ProxyMode = "pass";
  #delayMs = 0;
  #lies = 0;

  private constructor(port: number, target: NetConnectOpts) {
    this.port = port;
    this.#target = target;
  }

  static async start(target: NetConnectOpts): Promise<FaultProxy> {
    const [port] = (await takePorts(1)) as [number];
    const proxy = new FaultProxy(port, target);
    await proxy.#listen();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Number of nonsense responses sent. */
  get lies(): number {
    return this.#lies;
  }

  async set(mode: ProxyMode, delayMs = 0): Promise<void> {
    const before = this.#mode;
    this.#mode = mode;
    this.#delayMs = delayMs;
    if (mode === "dead") {
      this.#server?.close();
      this.#server = null;
    }
    // In silent mode bytes were dropped: such connections are no longer usable.
    if (mode === "dead" || mode === "lying" || before === "silent" || before === "lying") this.#resetAll();
    if (mode !== "dead" && !this.#server) await this.#listen();
  }

  async stop(): Promise<void> {
    this.#server?.close();
    this.#server = null;
    this.#resetAll();
  }

  async #listen(): Promise<void> {
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    server.listen(this.port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
  }

  #accept(client: Socket): void {
    client.on("error", () => undefined);
    if (this.#mode === "lying") return this.#lie(client);
    const upstream = connect(this.#target);
    upstream.on("error", () => client.resetAndDestroy());
    const pair: [Socket, Socket] = [client, upstream];
    this.#pairs.add(pair);
    this.#pass(client, upstream);
    this.#pass(upstream, client);
    client.on("close", () => {
      this.#pairs.delete(pair);
      upstream.destroy();
    });
  }

  #pass(from: Socket, to: Socket): void {
    let later = Promise.resolve();
    const whenDue = (act: () => void) => {
      if (this.#mode !== "slow") return void later.then(act);
      const due = new Promise<void>((resolve) => setTimeout(resolve, this.#delayMs));
      later = later.then(() => due).then(act);
    };
    from.on("data", (chunk) => {
      if (this.#mode === "silent") return;
      whenDue(() => void (to.writable && to.write(chunk)));
    });
    from.on("end", () => {
      if (this.#mode !== "silent") whenDue(() => void to.end());
    });
  }

  #lie(client: Socket): void {
    const pair: [Socket, null] = [client, null];
    this.#pairs.add(pair);
    client.on("close", () => this.#pairs.delete(pair));
    client.on("data", (chunk) => {
      if (!/^(POST|GET) /.test(chunk.toString("latin1", 0, 5))) return;
      const lie = lies[this.#lies++ % lies.length]!;
      client.write(lie.text);
      if (lie.isCutOff) setTimeout(() => client.resetAndDestroy(), 5);
    });
  }

  #resetAll(): void {
    for (const [client, upstream] of this.#pairs) {
      client.resetAndDestroy();
      upstream?.destroy();
    }
    this.#pairs.clear();
  }
}

const answer = (status: string, type: string, body: string, length = Buffer.byteLength(body)) =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`;

/** Answers that a broken process or a wrong one could give. */
const lies: readonly { text: string; isCutOff?: boolean }[] = [
  { text: answer("200 OK", "text/html", "<html>Welcome</html>") },
  { text: answer("200 OK", "application/json", '{"data":') },
  { text: answer("200 OK", "application/json", '{"hello":"world"}') },
  { text: answer("200 OK", "application/json", '{"data":{"me":42,"caller":[],"creditBalance":"much"}}') },
  { text: answer("500 Internal Server Error", "text/plain", "Error: connect ECONNREFUSED 10.1.2.3:5432") },
  { text: answer("200 OK", "application/json", '{"data":{"me":', 100_000), isCutOff: true },
  { text: "SSH-2.0-OpenSSH_9.2\r\n" },
  { text: answer("200 OK", "text/plain", "7 200 {}\n99 200 {}\n") },
];
