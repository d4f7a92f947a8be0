-- W3C trace context of the request or job that emitted the event. NULL: it was not traced.
ALTER TABLE outbox_events ADD COLUMN trace_context text CHECK (length(trace_context) <= 1024);
