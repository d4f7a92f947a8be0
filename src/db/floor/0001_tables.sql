-- What every subgraph with writes stands on: idempotency keys, the outbox, the audit trail.

-- Behind `exactlyOnce`. `response` is json, not jsonb, so that a replay has its keys in the order of the first answer.
CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response json,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (scope, operation, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY scope_or_system ON idempotency_keys
  USING (scope = COALESCE(NULLIF(current_setting('app.user', true), ''), 'public')
    OR current_setting('app.system', true) = 'on');

-- Behind `emitEvent` and `relayOutbox`. Anyone may add an event, for whatever owner; only the relay sees them.
CREATE TABLE outbox_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_id text NOT NULL,
  app_id text,
  owner_id text,
  payload jsonb NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
CREATE INDEX outbox_events_pending ON outbox_events (sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_events_pending_object ON outbox_events (object_id, sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_events_published ON outbox_events (published_at) WHERE published_at IS NOT NULL;
ALTER TABLE outbox_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_events FORCE ROW LEVEL SECURITY;
CREATE POLICY anyone_appends ON outbox_events FOR INSERT WITH CHECK (true);
CREATE POLICY system_relays ON outbox_events USING (current_setting('app.system', true) = 'on');

-- One row a mutation, written by the graph around it.
CREATE TABLE audit_log (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  owner_id text,
  action text NOT NULL,
  target_type text,
  target_id text,
  app_id text,
  request_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('ok', 'denied', 'error')),
  code text
);
CREATE INDEX audit_log_owner ON audit_log (owner_id, at);
CREATE INDEX audit_log_request ON audit_log (request_id);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON audit_log
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
-- Append-only: the application's role may add rows and read them.
DO $$ BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE ON audit_log FROM %I', current_schema() || '_app');
END $$;
