import type { Logger } from "pino";
import { pause } from "../../../../src/concurrency/pause.ts";
import type { HubContext } from "../../hub.context.ts";
import { CampaignContents } from "../campaigns/campaign-contents.service.ts";
import { checkLostRequests, deliverDueRequests } from "../carrier/carrier-delivery.service.ts";
import { areQueued } from "./message-claim.rows.ts";
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
  const isAnyQueued = (): Promise<boolean> => {
    const ctx = contextFor();
    return areQueued(ctx.sharedEm ?? ctx.em);
  };
  const whileQueued = { pollMs, log, signal: stopping.signal, isThereWork: isAnyQueued };
  const loops = [
    ...Array.from({ length: lanes }, () => repeat(mailLane, whileQueued)),
    repeat(phoneLane, whileQueued),
    repeat(sweep, { ...whileQueued, pollMs: sweepMs, isThereWork: async () => true }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

interface RepeatOptions {
  pollMs: number;
  log: Logger;
  signal: AbortSignal;
  /** Asked after a pause: a look is one statement, where the work is a transaction. */
  isThereWork: () => Promise<boolean>;
}

/** Works as long as there is something to do, then looks every `pollMs` whether there is. */
async function repeat(
  work: () => Promise<number>,
  { pollMs, log, signal, isThereWork }: RepeatOptions,
): Promise<void> {
  const orNone = (error: unknown): number => {
    if (!signal.aborted) log.error({ err: error }, "Messages could not be claimed or settled");
    return 0;
  };
  let isIdle = false;
  while (!signal.aborted) {
    if (isIdle) await pause(pollMs, signal);
    if (signal.aborted) return;
    const done: number = await (isIdle ? afterLook(isThereWork, work) : work()).catch(orNone);
    isIdle = done === 0;
  }
}

async function afterLook(isThereWork: () => Promise<boolean>, work: () => Promise<number>): Promise<number> {
  return (await isThereWork()) ? work() : 0;
}
