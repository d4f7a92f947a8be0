import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** What a process says of itself while it is being replaced. */
export interface Draining {
  /** True once it wants no more work. */
  isDraining(): boolean;
}

/** How often a server that closes looks for connections on which nothing happens any more. */
const lookEveryMs = 25;

/**
 * While draining, each answer is the last on its connection: the next one is made to a process that stays. While closing,
 * connections go as soon as nothing is under way on them; Node itself looks once, and would then keep those that had
 * something under way for as long as it keeps any.
 */
export function moveConnections(server: FastifyInstance, draining: Draining): void {
  server.addHook("onRequest", (_request, reply, done) => {
    if (draining.isDraining()) reply.raw.shouldKeepAlive = false;
    done();
  });
  server.addHook("preClose", (done) => {
    const timer = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once("close", () => clearInterval(timer));
    done();
  });
}

/**
 * The time between saying that no more work is wanted and closing: whoever sends work looks at `/readyz` meanwhile, and
 * what still comes is answered.
 */
export async function letOthersNotice(drainMs: number): Promise<void> {
  if (drainMs > 0) await wait(drainMs);
}
