import type { HubContext } from "../hub.context.ts";
import type { ProcessorEvent } from "./processor.port.ts";

/**
 * What became of an event: applied; of no concern, or an illegal step; or about a row that is not here yet, so that it
 * is tried again a minute later.
 */
export type EventOutcome = "processed" | "ignored" | "queued";

/**
 * What events of some types do. An effect may be run again, in any order and beside other processes, and always ends in
 * the state that the processor shows.
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
