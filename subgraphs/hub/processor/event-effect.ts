import type { HubContext } from "../hub.context.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";

/**
 * Outcome of an event: applied; irrelevant or an illegal transition; about a missing object (`queued`); or ahead of what
 * the processor says when it is asked (`early`). The last two are retried a minute later.
 */
export type EventOutcome = "processed" | "ignored" | "queued" | "early";

/**
 * Effect of some types of events. It may run repeatedly, in any order and in parallel, and always ends in the
 * processor's state.
 */
export interface EventEffect<Snapshot = unknown> {
  types: readonly string[];
  /** Reads the event's object from the processor; outside of any transaction. */
  read(ctx: HubContext, event: ProcessorEvent): Promise<Snapshot>;
  /**
   * Names all that applying it locks or decides by. Events without a place in common may be applied interleaved in one
   * transaction; those with one, and all of an effect that does not say, are applied one after the other.
   */
  places?(event: ProcessorEvent, snapshot: Snapshot): readonly string[];
  /**
   * Applies the snapshot in the transaction that marks the event as done; it sees the rows of all owners. Locks the row
   * it changes, and keeps newer data.
   */
  apply(
    ctx: HubContext,
    em: HubContext["em"],
    event: ProcessorEvent,
    snapshot: Snapshot,
  ): Promise<EventOutcome>;
}
