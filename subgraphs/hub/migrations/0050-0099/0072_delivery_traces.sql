-- W3C trace context of the event's relay. NULL: it was not traced.
ALTER TABLE webhook_deliveries ADD COLUMN trace_context text CHECK (length(trace_context) <= 1024);
