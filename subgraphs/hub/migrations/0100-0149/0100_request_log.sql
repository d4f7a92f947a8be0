-- Requests of an account of the last 30 days. A router writes them in batches; a job deletes those that are older.
CREATE TABLE request_log (
  owner_id text NOT NULL,
  -- Ordered by time.
  id text NOT NULL,
  request_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  door text NOT NULL CHECK (door IN ('rest', 'graphql', 'tool', 'mcp')),
  method text NOT NULL,
  -- The pattern of the path, without values.
  path text NOT NULL,
  operation text,
  status smallint NOT NULL,
  code text,
  duration_ms real NOT NULL,
  cost_hundredths integer NOT NULL,
  principal_type text NOT NULL,
  principal_id text NOT NULL,
  app_id text,
  -- Input with every text masked that is not a name or an ID of the platform.
  input jsonb,
  PRIMARY KEY (owner_id, id)
);
CREATE INDEX request_log_request ON request_log (owner_id, request_id);
CREATE INDEX request_log_time ON request_log USING brin (at);
ALTER TABLE request_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_log FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON request_log
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
