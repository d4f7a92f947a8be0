import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type { BulkOutcome } from "./bulk-mail.port.ts";
import { outcomeOfFailure } from "./smtp-outcome.ts";

const idleMs = 15_000;

/** A message as bytes, and whom it is handed over for. */
export interface Handing {
  from: string;
  to: readonly string[];
  bytes: Buffer;
}

/** Connections to a mail server that are kept between messages. */
export interface SmtpPool {
  /** Never throws. Taken when the server accepted the message for one of the recipients. */
  send(handing: Handing): Promise<BulkOutcome>;
  close(): Promise<void>;
}

/** Opens connections when messages come; idle ones end after 15 s. */
export function openSmtpPool(
  smtpUrl: string,
  limits: { maxConnections: number; timeoutMs: number },
): SmtpPool {
  const pool = new ConnectionPool(smtpUrl, limits);
  return {
    send: (handing) => pool.use((connection) => hand(connection, handing)),
    close: () => pool.close(),
  };
}

/** Sends on an open connection. The content is read only when the server requests it. */
async function hand(
  connection: SmtpConnection,
  { from, to, bytes }: Handing,
): Promise<{ outcome: BulkOutcome; isReusable: boolean }> {
  let isHandedOver = false;
  const content = new Readable({
    read() {
      isHandedOver = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const envelope = { from, to: [...to], size: bytes.length };
  const failure = await new Promise<SmtpError | null>((resolve) => {
    connection.once("error", (error: SmtpError) => resolve(error));
    connection.send(envelope, content, (error) => resolve(error ?? null));
  });
  if (failure === null) return { outcome: { kind: "taken" }, isReusable: true };
  const { responseCode, response, command } = failure;
  return { outcome: outcomeOfFailure({ responseCode, response, command, isHandedOver }), isReusable: false };
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** What the library's types leave out. */
interface OpenConnection {
  _destroyed: boolean;
  _socket: Socket;
}

interface Kept {
  connection: SmtpConnection;
  timer: NodeJS.Timeout;
}

type Use = (connection: SmtpConnection) => Promise<{ outcome: BulkOutcome; isReusable: boolean }>;

/** Idle connections, and senders that wait for a free one. */
class ConnectionPool {
  readonly #url: URL;
  readonly #options: { maxConnections: number; timeoutMs: number };
  readonly #idle: Kept[] = [];
  readonly #waiting: (() => void)[] = [];
  #inUse = 0;

  constructor(smtpUrl: string, options: { maxConnections: number; timeoutMs: number }) {
    this.#url = new URL(smtpUrl);
    this.#options = options;
  }

  async use(work: Use): Promise<BulkOutcome> {
    while (this.#inUse >= this.#options.maxConnections)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inUse += 1;
    try {
      const connection = this.#take() ?? (await this.#open());
      if ("kind" in connection) return connection;
      const { outcome, isReusable } = await work(connection);
      if (isReusable) this.#keep(connection);
      else connection.close();
      return outcome;
    } finally {
      this.#inUse -= 1;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      connection.quit();
    }
  }

  #take(): SmtpConnection | null {
    for (;;) {
      const kept = this.#idle.pop();
      if (!kept) return null;
      clearTimeout(kept.timer);
      const { _destroyed: isClosed, _socket: socket } = kept.connection as unknown as OpenConnection;
      // The server may have closed it in the meantime.
      if (isClosed) continue;
      socket.ref();
      return kept.connection;
    }
  }

  #keep(connection: SmtpConnection): void {
    connection.removeAllListeners("error");
    connection.on("error", () => undefined);
    // A process that has nothing else to do may end.
    (connection as unknown as OpenConnection)._socket.unref();
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((kept) => kept.connection === connection);
      if (index >= 0) this.#idle.splice(index, 1);
      connection.quit();
    }, idleMs).unref();
    this.#idle.push({ connection, timer });
  }

  /** Opens a connection, or returns the outcome of failing to. */
  async #open(): Promise<SmtpConnection | BulkOutcome> {
    const { hostname, port, protocol, username, password } = this.#url;
    const { timeoutMs } = this.#options;
    const secure = protocol === "smtps:";
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const connection = new Connection({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (secure ? 465 : 587) : Number(port),
      secure,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    const failure = await new Promise<SmtpError | null>((resolve) => {
      connection.on("error", (error: SmtpError) => resolve(error));
      connection.connect((error) => {
        if (error) return resolve(error);
        if (username === "") return resolve(null);
        const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
        connection.login({ ...credentials, credentials }, (refusal) => resolve(refusal ?? null));
      });
    });
    if (failure === null) return connection;
    connection.close();
    return { kind: "later", code: String(failure.responseCode ?? "no_connection") };
  }
}
