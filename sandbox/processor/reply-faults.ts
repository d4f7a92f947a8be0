import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

/** Faults of a response after the request was executed, so that the client cannot know the outcome. */
export const replyFaultsSchema = z.strictObject({
  /** Cuts the connection in place of the reply. */
  lose: z.boolean().optional(),
  /** Delays the response; its idempotency key counts as in use until then. */
  delayMs: z.int().min(0).max(600_000).optional(),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  /** Only requests whose path starts so, as in `/v1/payment_intents`. */
  path: z.string().optional(),
  times: z.int().min(1).max(1_000_000).default(1),
});
export type ReplyFaults = z.infer<typeof replyFaultsSchema>;

/** The faults set for replies. */
export class ReplyFaultPlan {
  #faults: ReplyFaults | null = null;
  #remaining = 0;

  set(faults: ReplyFaults): void {
    this.#faults = faults;
    this.#remaining = faults.times;
  }

  clear(): void {
    this.#remaining = 0;
  }

  /** Waits out the delay; true when the reply is to be lost. */
  async strike(method: string, path: string): Promise<boolean> {
    if (this.#faults === null || this.#remaining <= 0) return false;
    const { lose = false, delayMs = 0, method: onlyMethod = method, path: onlyPath = "" } = this.#faults;
    if (onlyMethod !== method || !path.startsWith(onlyPath)) return false;
    this.#remaining--;
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    return lose;
  }
}
