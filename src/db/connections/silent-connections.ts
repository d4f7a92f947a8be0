import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

interface WatchedClient extends EventEmitter {
  /** The statement that the server is to answer next, by the driver's own name. */
  _activeQuery?: object | null;
  connection: { stream: Duplex };
}

/** How often a connection is looked at within the time that its server has. */
const looks = 8;

/**
 * Ends connections whose server has not answered a statement for `timeoutMs`, so that all statements that wait for it fail.
 * Looks at connections from time to time: the driver's own limit (`query_timeout`) takes a timer for each statement, and a
 * function that keeps the statement's rows until the old generation is collected.
 */
export function endSilentConnections(pool: EventEmitter, timeoutMs: number): void {
  const waiting = new Map<WatchedClient, { statement: object; since: number } | null>();
  let timer: NodeJS.Timeout | null = null;
  const look = () => {
    const now = performance.now();
    for (const [client, known] of waiting) {
      const statement = client._activeQuery ?? null;
      if (statement === null || statement !== known?.statement)
        waiting.set(client, statement && { statement, since: now });
      else if (now - known.since >= timeoutMs) client.connection.stream.destroy();
    }
  };
  pool.on("connect", (client: WatchedClient) => {
    waiting.set(client, null);
    timer ??= setInterval(look, timeoutMs / looks).unref();
    client.once("end", () => {
      waiting.delete(client);
      if (waiting.size > 0 || timer === null) return;
      clearInterval(timer);
      timer = null;
    });
  });
}
