import { parseCarrier, printCarrier } from "./trace-carrier.ts";
import { currentTracing, inSpan, type OpenSpan } from "./tracing.ts";

interface StoredEvent {
  type: string;
  trace: string | null;
}

/**
 * Runs the relay of several events with a span for each that was traced, in the trace of its emitter. The handler
 * gets the events with these spans as their trace context, so that what it enqueues continues them.
 */
export async function relayTraced<Event extends StoredEvent>(
  events: readonly Event[],
  relay: (events: readonly Event[]) => Promise<void>,
): Promise<void> {
  const tracing = currentTracing();
  if (tracing === null) return relay(events);
  const spans: OpenSpan[] = [];
  const traced = events.map((event) => {
    const parent = parseCarrier(event.trace);
    if (parent === null) return event;
    const attributes = { "event.type": event.type };
    const span = tracing.start(`relay ${event.type}`, { kind: "consumer", attributes, parent });
    spans.push(span);
    return { ...event, trace: printCarrier(span.carrier) };
  });
  const end = (error?: unknown) => {
    for (const span of spans) span.end(error);
  };
  // Statements and jobs of a batch with one traced event belong to it. With several, only each event's own do.
  const [only] = spans;
  try {
    await (only && events.length === 1 ? only.run(() => relay(traced)) : relay(traced));
    end();
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Handles one event of a batch in its own trace, so that jobs it enqueues continue it. */
export async function continueTrace<T>(trace: string | null, work: () => Promise<T>): Promise<T> {
  const tracing = currentTracing();
  const parent = tracing && parseCarrier(trace);
  if (!tracing || !parent) return work();
  return inSpan(tracing.start("handle event", { kind: "consumer", parent }), work);
}
