import { currentTracing, type TraceCarrier } from "./tracing.ts";

/** Header names as Node gives them: lower case. */
interface Headers {
  readonly [name: string]: unknown;
}

const maxParentLength = 128;
/** Maximum that the specification requires to be propagated. */
const maxStateLength = 512;

/** Version, trace ID, parent ID and flags, in the lower case that the specification requires. */
const parentForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]*)?$/;
const stateForm = /^[\x20-\x7e\t]*$/;

/**
 * Trace context of a request's headers; null without a usable one. Never throws: an invalid `traceparent` starts
 * a new trace, and an invalid or long `tracestate` is dropped.
 */
export function readCarrier({ traceparent, tracestate }: Headers): TraceCarrier | null {
  if (typeof traceparent !== "string" || traceparent.length > maxParentLength) return null;
  if (!parentForm.test(traceparent)) return null;
  const isUsable =
    typeof tracestate === "string" &&
    tracestate !== "" &&
    tracestate.length <= maxStateLength &&
    stateForm.test(tracestate);
  return isUsable ? { traceparent, tracestate } : { traceparent };
}

/** The active trace context as one text, to be stored with an event; null while tracing is off. */
export function storedCarrier(): string | null {
  const carrier = currentTracing()?.carrier();
  return carrier ? printCarrier(carrier) : null;
}

export function printCarrier({ traceparent, tracestate }: TraceCarrier): string {
  return tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`;
}

/** The carrier of a stored text; null for none, and for a text that is not one. */
export function parseCarrier(stored: string | null | undefined): TraceCarrier | null {
  if (!stored) return null;
  const space = stored.indexOf(" ");
  if (space < 0) return readCarrier({ traceparent: stored });
  return readCarrier({ traceparent: stored.slice(0, space), tracestate: stored.slice(space + 1) });
}
