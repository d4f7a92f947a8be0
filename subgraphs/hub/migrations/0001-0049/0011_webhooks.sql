-- Where an account wants to be told of its events.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- Who made it: the account itself, one of its API keys (webhookUrls), or an app's auto-reload (webhookUrl).
  source text NOT NULL CHECK (source IN ('account', 'api_key', 'auto_reload')),
  source_id text,
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL,
  -- NULL: every app.
  app_ids text[],
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
  disabled_at timestamptz,
  -- When the owner was mailed that it was given up.
  owner_told_at timestamptz,
  -- Since when every try has failed, and the last of these tries.
  failing_since timestamptz,
  last_failed_at timestamptz,
  secret_sealed text NOT NULL,
  -- The secret before the last rotation; signs as well until it expires.
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((source = 'account') = (source_id IS NULL))
);
CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner_id);
CREATE INDEX webhook_endpoints_given_up ON webhook_endpoints (disabled_at)
  WHERE disabled_reason IN ('gone', 'failing') AND owner_told_at IS NULL;
CREATE UNIQUE INDEX webhook_endpoints_source ON webhook_endpoints (owner_id, source, source_id, url) WHERE source_id IS NOT NULL;

-- Events of every subgraph whose owner has endpoints, with the body that is sent.
CREATE TABLE webhook_events (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_events_owner ON webhook_events (owner_id, created_at);
CREATE INDEX webhook_events_age ON webhook_events (created_at);

-- One event on its way to one endpoint.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id text NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  event_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'exhausted')),
  -- Tries of the running schedule; a replay starts a new one. What was tried in all is in webhook_attempts.
  tries integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- While it is being sent: when the sender is taken for dead. next_attempt_at is then the same moment.
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  UNIQUE (endpoint_id, event_id),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_owner ON webhook_deliveries (owner_id, created_at);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, next_attempt_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (endpoint_id, claimed_until) WHERE claimed_until IS NOT NULL;

CREATE TABLE webhook_attempts (
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number integer NOT NULL,
  owner_id text NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- The receiver's answer, or what kept it from answering.
  status integer,
  error text,
  response_body text,
  PRIMARY KEY (delivery_id, number)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on')$policy$, name);
  END LOOP;
END $$;
