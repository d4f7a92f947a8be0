-- Who an account is at the payment processor. The row is there before the customer is, so that a crash leaves a trace.
CREATE TABLE processor_customers (
  owner_id text PRIMARY KEY,
  -- Counts the customers that the account has had: one that was deleted there is followed by another.
  generation integer NOT NULL DEFAULT 1 CHECK (generation > 0),
  -- NULL until the processor has said it.
  customer_id text UNIQUE,
  -- What the processor is told, the same at each try; forgotten when it has answered.
  email text,
  name text,
  created_at timestamptz NOT NULL,
  linked_at timestamptz,
  CHECK ((customer_id IS NULL) = (linked_at IS NULL)),
  CHECK (customer_id IS NULL OR (email IS NULL AND name IS NULL))
);
ALTER TABLE processor_customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE processor_customers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON processor_customers
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- What the processor told us, each event once, and what became of it.
CREATE TABLE processor_events (
  event_id text PRIMARY KEY,
  type text NOT NULL,
  -- When it happened, as the processor says.
  created timestamptz NOT NULL,
  livemode boolean NOT NULL,
  -- The thing it is about.
  object_id text,
  payload_sha256 text NOT NULL,
  payload_encrypted text NOT NULL,
  received_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('received', 'processed', 'ignored', 'queued', 'failed', 'dead')),
  -- All runs, and those of our own schedule since it was last started.
  attempts integer NOT NULL DEFAULT 0,
  retries integer NOT NULL DEFAULT 0,
  last_error text,
  next_attempt_at timestamptz,
  processed_at timestamptz,
  CHECK ((status IN ('received', 'queued', 'failed')) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX processor_events_received ON processor_events (received_at, event_id);
CREATE INDEX processor_events_status ON processor_events (status, received_at) WHERE status NOT IN ('processed', 'ignored');
CREATE INDEX processor_events_due ON processor_events (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
ALTER TABLE processor_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE processor_events FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON processor_events USING (current_setting('app.system', true) = 'on');

-- Keeps an event in one step and answers how it stands: its status if it was here before, else NULL. Without a row when
-- another transaction is just about to commit the same event.
CREATE FUNCTION keep_processor_event(
  id text, type text, created timestamptz, livemode boolean, object_id text, sha256 text, sealed text, at timestamptz,
  due timestamptz
) RETURNS TABLE (known_status text)
LANGUAGE sql SECURITY DEFINER SET app.system = 'on' SET search_path FROM CURRENT AS $$
  WITH kept AS (
    INSERT INTO processor_events (event_id, type, created, livemode, object_id, payload_sha256, payload_encrypted,
      received_at, status, next_attempt_at)
    VALUES (id, type, created, livemode, object_id, sha256, sealed, at, 'received', due)
    ON CONFLICT (event_id) DO NOTHING RETURNING event_id)
  SELECT NULL FROM kept
  UNION ALL SELECT status FROM processor_events WHERE event_id = id AND NOT EXISTS (SELECT FROM kept)
$$;
