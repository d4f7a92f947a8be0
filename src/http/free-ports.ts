import { once } from "node:events";
import { createServer } from "node:net";

/** Where a process is about to listen. */
interface Address {
  host: string;
  /** 0 is any free port. */
  port: number;
}

/**
 * Throws what listening would throw at the first address that another process uses. A process that takes long to start can
 * say so before it does anything else.
 */
export async function requireFreePorts(addresses: readonly Address[]): Promise<void> {
  for (const { host, port } of addresses) {
    const server = createServer().listen({ host, port, exclusive: true });
    await once(server, "listening");
    server.close();
    await once(server, "close");
  }
}
