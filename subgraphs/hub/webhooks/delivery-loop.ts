import type { Logger } from "pino";
import type { HubContext } from "../hub.context.ts";
import { areWaiting, type Claim } from "./claim.rows.ts";
import { claimDue, deliver } from "./deliver.service.ts";

export interface DeliveryLoop {
  /** Stops claiming, waits up to `timeoutMs` for attempts under way, then aborts them; they are retried later. */
  stop(options?: { timeoutMs?: number }): Promise<void>;
}

/**
 * Sends due webhooks, polling every `pollMs` (250 ms), until stopped. Up to `maxTries` (200) attempts run at once in
 * this process, at most 10 per endpoint, so a slow receiver uses few of them and does not delay others.
 */
export function startDeliveryLoop(options: {
  contextFor: () => HubContext;
  log: Logger;
  pollMs?: number;
  maxTries?: number;
}): DeliveryLoop {
  const { contextFor, log, pollMs = 250, maxTries = 200 } = options;
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let wake: () => void = () => {};

  const start = (claim: Claim): void => {
    const one = deliver(contextFor(), claim, ending.signal)
      .catch((error: unknown) => log.error({ err: error }, "Webhook delivery could not be recorded"))
      .finally(() => {
        running.delete(one);
        wake();
      });
    running.add(one);
  };
  const takeOn = async (): Promise<number> => {
    const room = maxTries - running.size;
    if (room <= 0) return 0;
    const claims = await claimWaiting(contextFor(), room).catch((error: unknown) => {
      log.error({ err: error }, "Webhook deliveries could not be claimed");
      return [];
    });
    claims.forEach(start);
    return claims.length;
  };
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopping) if ((await takeOn()) === 0 && !isStopping) await pause();
  };
  const looping = loop();
  return {
    async stop({ timeoutMs = 20_000 } = {}) {
      isStopping = true;
      wake();
      await looping;
      const timer = setTimeout(() => ending.abort(), timeoutMs);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

async function claimWaiting(ctx: HubContext, limit: number): Promise<Claim[]> {
  return (await areWaiting(ctx.sharedEm ?? ctx.em)) ? claimDue(ctx, limit) : [];
}
