import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** What a process says of itself while it is being replaced. */
export interface Draining {
  /** True once it wants no more work. */
  isDraining(): boolean;
}

/** While draining, each answer is the last on its connection: the next one is made to a process that stays. */
export function moveConnections(server: FastifyInstance, draining: Draining): void {
  server.addHook("onRequest", (_request, reply, done) => {
    if (draining.isDraining()) reply.raw.shouldKeepAlive = false;
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
