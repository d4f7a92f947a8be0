import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

type Ask = (config: unknown, values?: unknown, callback?: unknown) => Promise<unknown>;

interface PipelinedClient {
  query: Ask;
  connection: { stream: Duplex };
}

/** True for a query that has its own callback. */
function isQuery(config: unknown): boolean {
  return typeof (config as { submit?: unknown }).submit === "function";
}

/**
 * The promise of a statement, as the driver would make it. Its own callback is written as the value of a property, so that V8
 * makes it in the old generation, where it keeps the statement's rows until that is collected.
 */
function promiseOf(
  query: (done: (error: Error | null, result: unknown) => void) => unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: unknown): void => (error ? reject(error) : resolve(result));
    void query(done);
  }).catch((error: unknown) => {
    // As the driver does: from the reading of the socket, the trace would say nothing.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });
}

/** Statements that open a transaction, as the ORM and `asSystem` write them; their results are not used. */
const opening = /^(?:begin$|start transaction(?: [a-z ]+)?$|select set_config\('app\.)/i;

/**
 * Lets a transaction begin without waiting for the server: BEGIN and the settings of row level security are sent together
 * with the first statement that follows, which saves a round trip each. When one of them fails, the connection is closed,
 * so that no statement can run outside of the transaction that it belongs to. For connections in pipeline mode.
 */
export function openTransactionsEagerly(pool: EventEmitter): void {
  pool.on("connect", (client: PipelinedClient) => {
    const { stream } = client.connection;
    const prototype = Object.getPrototypeOf(client) as PipelinedClient;
    // Another wrapper of this connection, which traces for example, is kept.
    const { query: wrapped } = Object.hasOwn(client, "query") ? client : { query: null };
    const ask: Ask = (config, values, callback) => {
      if (wrapped) return wrapped.call(client, config, values, callback);
      if (callback !== undefined || typeof values === "function" || isQuery(config))
        return prototype.query.call(client, config, values, callback);
      return promiseOf((done) => prototype.query.call(client, config, values, done));
    };
    client.query = (config, values, callback) => {
      if (typeof config !== "string" || callback !== undefined || !opening.test(config))
        return ask(config, values, callback);
      // Sent with the statements of this tick.
      stream.cork();
      process.nextTick(() => stream.uncork());
      ask(config, values).catch(() => stream.destroy());
      return Promise.resolve({ command: "SELECT", rowCount: 0, rows: [] });
    };
  });
}
