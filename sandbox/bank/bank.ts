import { z } from "zod";
import type { StandIn } from "../stand-in.ts";
import { ReplyFaultPlan } from "../processor/reply-faults.ts";
import { Snapshot } from "../processor/snapshot.ts";
import type { BankRoutes, BankWorld } from "./bank-context.ts";
import { controlRoutes } from "./control-routes.ts";
import { institutionRoutes } from "./institution-routes.ts";
import { itemRoutes } from "./item-routes.ts";
import { linkRoutes } from "./link-routes.ts";
import { BankState, type BankStateData } from "./state.ts";
import { transferRoutes } from "./transfer-routes.ts";
import { transactionRoutes } from "./transaction-routes.ts";
import { BankWebhooks } from "./webhooks.ts";
import { createBankScope } from "./wire.ts";

const routes: readonly BankRoutes[] = [
  linkRoutes,
  itemRoutes,
  institutionRoutes,
  transactionRoutes,
  transferRoutes,
  controlRoutes,
];

const snapshotSchema = z.object({
  version: z.literal(1),
  state: z.custom<BankStateData>((value) => typeof value === "object" && value !== null),
});

export interface BankOptions {
  /** Where webhooks go that name no address of their own; null for nowhere. */
  webhookUrl: string | null;
}

/**
 * The bank-aggregation provider's stand-in. It speaks the provider's protocol to the official SDK, stores its
 * state in a file so that it survives a restart, and sends webhooks signed with its own keys.
 */
export function createBankStandIn({ webhookUrl }: BankOptions): StandIn {
  return {
    name: "bank",
    async register(fastify, { clock, log, keyDir }) {
      const touch = (): void => snapshot.touch();
      const state = new BankState(touch);
      const data = () => ({ version: 1, state: state.data });
      const snapshot = new Snapshot({ dir: keyDir, name: "bank.json", data, log });
      const kept = await snapshot.read();
      if (kept !== null) {
        const { data: earlier } = snapshotSchema.safeParse(kept);
        if (!earlier) throw new Error(`${snapshot.path} is of another version: remove it to begin anew.`);
        // Snapshots of before transfers have none.
        state.data = { ...state.data, ...earlier.state };
      }
      const webhooks = new BankWebhooks(state, clock, log, webhookUrl);
      const replyFaults = new ReplyFaultPlan();
      const world: BankWorld = { state, clock, webhooks, replyFaults, log, webhookUrl };
      const scope = createBankScope(fastify, replyFaults);
      for (const register of routes) register(scope, world);
      fastify.addHook("onClose", async () => {
        await webhooks.close();
        await snapshot.flush();
      });
    },
  };
}
