import type { Logger } from "pino";
import type { HubContext } from "../../hub.context.ts";
import { CampaignContents } from "../campaigns/campaign-contents.service.ts";
import { checkLostRequests, deliverDueRequests } from "../carrier/carrier-delivery.service.ts";
import { claimBatch, deliverBatch, giveUpLostMails } from "./message-delivery.service.ts";

export interface MessageLoop {
  /** Stops claiming and waits for deliveries under way; they are not aborted, since they would not be sent again. */
  stop(): Promise<void>;
}

export interface MessageLoopOptions {
  contextFor: () => HubContext;
  log: Logger;
  /** How often it looks when nothing is due. */
  pollMs?: number;
  /** Interval of the sweep for messages of dead processes. */
  sweepMs?: number;
  /** Concurrent batches of e-mails. */
  lanes?: number;
}

/**
 * Sends e-mails, texts and calls as they fall due, until stopped. A batch of e-mails is as large as there are connections
 * to the mail server, so a process that dies has few in hand: two batches, one that is sent while the other is settled.
 */
export function startMessageLoop(options: MessageLoopOptions): MessageLoop {
  const { contextFor, log, pollMs = 250, sweepMs = 5_000, lanes = 2 } = options;
  const stopping = new AbortController();
  const contents = new CampaignContents();
  const mailLane = async (): Promise<number> => {
    const ctx = contextFor();
    return deliverBatch(ctx, await claimBatch(ctx, ctx.ports.bulkMail.maxConnections, contents));
  };
  const sweep = async (): Promise<number> => {
    const lost = (await giveUpLostMails(contextFor())) + (await checkLostRequests(contextFor()));
    if (lost > 0) log.warn({ lost }, "Messages were claimed by a process that no longer runs");
    return 0;
  };
  const phoneLane = () => deliverDueRequests(contextFor());
  const loops = [
    ...Array.from({ length: lanes }, () => repeat(mailLane, { pollMs, log, signal: stopping.signal })),
    repeat(phoneLane, { pollMs, log, signal: stopping.signal }),
    repeat(sweep, { pollMs: sweepMs, log, signal: stopping.signal }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(
  work: () => Promise<number>,
  { pollMs, log, signal }: { pollMs: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const done = await work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, "Messages could not be claimed or settled");
      return 0;
    });
    if (done === 0) await pause(pollMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
