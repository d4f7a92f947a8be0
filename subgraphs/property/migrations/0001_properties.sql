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
