import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { pause } from "../concurrency/pause.ts";
import { hasPending, relayOutbox, type EventsHandler } from "./outbox.ts";

export interface OutboxRelay {
  /** Ends after the batch in flight. */
  stop(): Promise<void>;
}

/**
 * Publishes events as they are committed, looking every `pollMs` (250 ms), until stopped. Failures of the database are
 * logged and tried again, so it survives a restart of the server.
 */
export function startOutboxRelay(options: {
  fork: () => EntityManager;
  handler: EventsHandler;
  log: Logger;
  pollMs?: number;
}): OutboxRelay {
  const { fork, handler, log, pollMs = 250 } = options;
  const stopping = new AbortController();
  const peeking = fork();
  const relay = async () => {
    if (await hasPending(peeking)) await relayOutbox(fork(), handler, { log });
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await relay().catch((error: unknown) => log.error({ err: error }, "Outbox relay failed"));
      await pause(pollMs, stopping.signal);
    }
  };
  const running = loop();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
