import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

type Ask = (config: unknown, values?: unknown, callback?: unknown) => Promise<unknown>;

interface PipelinedClient {
  query: Ask;
  connection: { stream: Duplex };
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
    const ask: Ask = (...args) => (wrapped ?? prototype.query).apply(client, args);
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
