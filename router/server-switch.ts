import type { FastifyInstance } from "fastify";

/**
 * Serves one listening socket by one of several servers: the listening one, until another replaces it. Requests and
 * streams that have begun end on the server that began them. The two latest servers stay open; streams of older ones
 * end, and their clients connect again.
 */
export class ServerSwitch {
  #listening: FastifyInstance | null = null;
  readonly #replacements: FastifyInstance[] = [];

  start(listening: FastifyInstance): void {
    this.#listening = listening;
  }

  /** Hands all new requests to this server. It must not listen itself. */
  async swap(next: FastifyInstance): Promise<void> {
    const outer = this.#listening!;
    // A second socket, of a host name with two addresses, would go on serving the first graph.
    if (outer.addresses().length > 1)
      throw new Error("HOST must be one IP address for the supergraph to be replaced without a restart.");
    await next.ready();
    const upgrades = next.server.listeners("upgrade") as ((...args: unknown[]) => void)[];
    outer.server
      .removeAllListeners("request")
      .on("request", (request, response) => next.server.emit("request", request, response));
    outer.server.removeAllListeners("upgrade");
    for (const upgrade of upgrades) outer.server.on("upgrade", upgrade);
    this.#replacements.push(next);
    if (this.#replacements.length > 2) await this.#replacements.shift()!.close();
  }

  /** Ends the streams of the replacements. */
  async close(): Promise<void> {
    await Promise.all(this.#replacements.splice(0).map((server) => server.close()));
  }
}
