import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../src/time/clock.ts";
import type { ReplyFaultPlan } from "../processor/reply-faults.ts";
import type { BankState } from "./state.ts";
import type { BankWebhooks } from "./webhooks.ts";
import type { BankScope } from "./wire.ts";

/** Dependencies of every file of the bank provider's stand-in. */
export interface BankWorld {
  readonly state: BankState;
  readonly clock: Clock;
  readonly webhooks: BankWebhooks;
  readonly replyFaults: ReplyFaultPlan;
  readonly log: FastifyBaseLogger;
  /** Where webhooks go that name no address of their own; null for nowhere. */
  readonly webhookUrl: string | null;
}

export type BankRoutes = (scope: BankScope, world: BankWorld) => void;
