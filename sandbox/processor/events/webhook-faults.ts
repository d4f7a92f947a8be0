import { z } from "zod";
import type { StoredEvent } from "../stored-objects.ts";

/** Webhook faults until changed. */
export const webhookFaultsSchema = z.strictObject({
  /** Keeps events back until they are released. */
  hold: z.boolean().optional(),
  /** Number of deliveries of each event. */
  copies: z.int().min(1).max(100).optional(),
  /** Waits before the first attempt. */
  delayMs: z.int().min(0).max(600_000).optional(),
  /** Events are never sent, as if they were lost on the way; a retry or a redelivery on demand brings them. */
  drop: z.boolean().optional(),
  /** Only events of these types; without it of all. */
  types: z.array(z.string()).min(1).optional(),
  /** Affects only this number of next events; without it all, until the faults are cleared. */
  times: z.int().min(1).max(1_000_000).optional(),
});
export type WebhookFaults = z.infer<typeof webhookFaultsSchema>;

export interface WebhookVerdict {
  isHeld: boolean;
  isDropped: boolean;
  copies: number;
  delayMs: number;
}

const noFault: WebhookVerdict = { isHeld: false, isDropped: false, copies: 1, delayMs: 0 };

/** The faults set for webhooks. */
export class WebhookFaultPlan {
  #faults: WebhookFaults | null = null;
  #remaining = Infinity;

  set(faults: WebhookFaults): void {
    this.#faults = faults;
    this.#remaining = faults.times ?? Infinity;
  }

  clear(): void {
    this.#faults = null;
  }

  nextVerdict(event: StoredEvent): WebhookVerdict {
    if (this.#faults === null || this.#remaining <= 0) return noFault;
    const { hold = false, drop = false, copies = 1, delayMs = 0, types } = this.#faults;
    if (types && !types.includes(event.type)) return noFault;
    this.#remaining--;
    return { isHeld: hold, isDropped: drop, copies, delayMs };
  }
}

export const releaseSchema = z.strictObject({
  /** The order in which held events go out; `ids` names them one by one, and leaves the others held. */
  order: z.enum(["emitted", "reversed"]).default("emitted"),
  ids: z.array(z.string()).optional(),
  copies: z.int().min(1).max(100).default(1),
});
export type Release = z.infer<typeof releaseSchema>;

/** Held events in the order of a release. An event that `ids` names twice is sent twice. */
export function arrange(held: readonly StoredEvent[], { order, ids, copies }: Release): StoredEvent[] {
  const named = ids?.flatMap((id) => held.filter((event) => event.id === id)) ?? [...held];
  const ordered = order === "reversed" ? named.reverse() : named;
  return ordered.flatMap((event) => Array.from({ length: copies }, () => event));
}
