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
REVOKE UPDATE, DELETE ON audit_log FROM property_app;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Buildings as the disclosure programmes publish them. Public records that belong to no account: every caller with the
-- scope reads all of them, so there is no owner to secure rows by. What a caller keeps about one is in saved_properties.
-- A building that a full import no longer finds gets deleted_at; rows are never removed, so ids stay taken.
CREATE TABLE properties (
  id text PRIMARY KEY CHECK (id ~ '^[a-z]{2,8}-[A-Za-z0-9]{1,24}$'),
  name text,
  type text NOT NULL,
  subtype text,
  street text,
  city text NOT NULL,
  neighborhood text,
  state_or_province text,
  postal_code text,
  county_fips text,
  county_name text,
  latitude float8,
  longitude float8,
  year_built integer,
  gross_floor_area float8,
  sources text[] NOT NULL,
  search_norm text NOT NULL,
  score_overall float8 NOT NULL CHECK (score_overall BETWEEN 0 AND 100),
  score_environmental float8 NOT NULL CHECK (score_environmental BETWEEN 0 AND 100),
  score_social float8 NOT NULL CHECK (score_social BETWEEN 0 AND 100),
  score_governance float8 NOT NULL CHECK (score_governance BETWEEN 0 AND 100),
  score_confidence float8 NOT NULL CHECK (score_confidence BETWEEN 0 AND 1),
  data_completeness float8 NOT NULL CHECK (data_completeness BETWEEN 0 AND 1),
  completeness jsonb NOT NULL,
  method_version text NOT NULL,
  reference_version text NOT NULL,
  as_of_year integer NOT NULL,
  -- The canonical record; its provenance stands beside it, without what the source catalogue says anyway.
  record jsonb NOT NULL,
  provenance json NOT NULL,
  retrieved_at timestamptz NOT NULL,
  content_hash text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  synthetic boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX properties_search_norm ON properties USING gin (search_norm public.gin_trgm_ops) WITH (fastupdate = off);

-- One row: counts up whenever a publish changes any property. Search indexes in memory are held against it.
CREATE TABLE data_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL,
  published_at timestamptz
);
INSERT INTO data_version (version) VALUES (0);

CREATE TABLE import_runs (
  id text PRIMARY KEY,
  source_dir text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'published', 'held', 'failed')),
  phase text NOT NULL,
  read_count integer NOT NULL DEFAULT 0,
  inserted_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  removed_count integer NOT NULL DEFAULT 0,
  rejected_count integer NOT NULL DEFAULT 0,
  -- Rows read by source, for the next run to be held against.
  source_counts jsonb NOT NULL DEFAULT '{}',
  reason text,
  started_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX import_runs_started ON import_runs (started_at);

CREATE TABLE import_quarantine (
  run_id text NOT NULL REFERENCES import_runs (id),
  source_id text NOT NULL,
  file text NOT NULL,
  line integer NOT NULL,
  reason text NOT NULL,
  raw text NOT NULL
);
CREATE INDEX import_quarantine_run ON import_quarantine (run_id);

-- What an account keeps at hand, by app.
CREATE TABLE saved_properties (
  owner_id text NOT NULL,
  app_id text NOT NULL,
  property_id text NOT NULL REFERENCES properties (id),
  note text,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, app_id, property_id)
);
CREATE INDEX saved_properties_newest ON saved_properties (owner_id, saved_at);
ALTER TABLE saved_properties ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_properties FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON saved_properties
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
