import { setTimeout as wait } from "node:timers/promises";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** State of a process that is being replaced. */
export interface Draining {
  /** True once the process accepts no new work. */
  isDraining(): boolean;
}

/** How often a closing server checks for idle connections. */
const lookEveryMs = 25;

/**
 * While draining, each response is the last on its connection: the client's next connection goes to another
 * process. While closing, connections are closed as soon as they are idle; Node itself checks once, and would
 * then keep busy ones for as long as any is open. Connections that have sent nothing count as idle here; Node
 * would wait for their first request until it times out.
 */
export function moveConnections(server: FastifyInstance, draining: Draining): void {
  server.addHook("onRequest", (_request, reply, done) => {
    if (draining.isDraining()) reply.raw.shouldKeepAlive = false;
    done();
  });
  const open = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const closeIdle = (): void => {
    server.server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  server.addHook("preClose", (done) => {
    const timer = setInterval(closeIdle, lookEveryMs);
    server.server.once("close", () => clearInterval(timer));
    done();
  });
}

/**
 * The delay between reporting not ready and closing: load balancers poll `/readyz` in the meantime, and
 * requests that still arrive are answered.
 */
export async function letOthersNotice(drainMs: number): Promise<void> {
  if (drainMs > 0) await wait(drainMs);
}
