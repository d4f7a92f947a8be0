import type { EventEmitter } from "node:events";

interface PooledClient extends EventEmitter {
  release(error?: Error | boolean): void;
}

/**
 * Gives the pool back the place of a connection that the server ends while a transaction is using it. The query builder
 * returns a connection only after its COMMIT or ROLLBACK went through, which on a broken one never happens: each would
 * take a place for good, and closing the pool would wait for it.
 */
export function replaceBrokenConnections(pool: EventEmitter): void {
  const inUse = new WeakSet<PooledClient>();
  pool.on("acquire", (client: PooledClient) => inUse.add(client));
  pool.on("release", (_error: unknown, client: PooledClient) => inUse.delete(client));
  pool.on("connect", (client: PooledClient) => {
    client.once("end", () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // The code that used the client may still release it; the pool throws on a second release.
      client.release = () => {};
    });
  });
}
