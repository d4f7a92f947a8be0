import { connect, type Socket } from "node:net";

export interface PlainAnswer {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Connections of clients that are kept from one request to the next, each with one request at a time. They do the minimum for
 * a request, so that the server is what is measured: `fetch` takes as much processor time as the server's half of an answer.
 */
export class KeptConnections {
  readonly #port: number;
  readonly #idle: KeptConnection[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  /** Posts JSON, on a connection of its own where all others are busy. */
  async post(path: string, headers: Record<string, string>, body: unknown): Promise<PlainAnswer> {
    const text = JSON.stringify(body);
    const fields = {
      host: `127.0.0.1:${this.#port}`,
      accept: "application/json",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const connection = this.#take();
    const answer = await connection.send(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
    this.#idle.push(connection);
    return answer;
  }

  /** The server closes connections that were idle for long. */
  #take(): KeptConnection {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection) return new KeptConnection(this.#port);
      if (connection.isOpen) return connection;
    }
  }
}

class KeptConnection {
  readonly #socket: Socket;
  #received: Buffer | null = null;
  #waiting: { resolve(answer: PlainAnswer): void; reject(error: Error): void } | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    // A kept connection does not keep the benchmark from its end.
    this.#socket.unref();
    this.#socket.on("data", (chunk) => this.#receive(chunk));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("closed before the answer")));
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  send(request: string): Promise<PlainAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.ref();
      this.#socket.write(request);
    });
  }

  #receive(chunk: Buffer): void {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    this.#received = received;
    const headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (!length) return void this.#socket.destroy(new Error(`an answer without a length: ${head}`));
    const end = headEnd + 4 + Number(length[1]);
    if (received.length < end) return;
    this.#received = null;
    if (/\r\nconnection: *close/i.test(head)) this.#socket.end();
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#socket.unref();
    const body = JSON.parse(received.toString("utf8", headEnd + 4, end)) as PlainAnswer["body"];
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
