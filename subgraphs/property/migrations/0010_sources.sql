-- How each source has done lately, shared by all processes: whether it may be asked now, and what the last calls said.
-- Public records of the platform: nothing here belongs to an account.
CREATE TABLE source_circuits (
  source_id text PRIMARY KEY,
  circuit json NOT NULL,
  last_checked_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error_code text,
  last_error_message text,
  auth_refused boolean NOT NULL DEFAULT false,
  -- The edition that the last good probe was told of.
  seen_version json,
  -- Until then the source has asked to be left alone.
  rate_limited_until timestamptz,
  rate_limited_count integer NOT NULL DEFAULT 0
);

-- Every call to a source, probes included; old ones are forgotten.
CREATE TABLE source_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('probe', 'sync')),
  outcome text NOT NULL,
  latency_ms integer NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE INDEX source_checks_newest ON source_checks (source_id, id DESC);
CREATE INDEX source_checks_time ON source_checks (checked_at);

-- What is published here of a source, and up to where it was read.
CREATE TABLE source_states (
  source_id text PRIMARY KEY,
  -- High-water mark of the last published run, in the adapter's own words.
  mark json,
  etag text,
  last_modified timestamptz,
  sha256 text,
  last_synced_at timestamptz,
  record_count integer NOT NULL DEFAULT 0,
  newest_year integer,
  last_full_at timestamptz
);

-- Runs of one source beside those of files, which have no source_id.
ALTER TABLE import_runs ADD COLUMN source_id text,
  ADD COLUMN mode text CHECK (mode IN ('incremental', 'full')),
  -- Where the next page starts, and how many pages and rows are staged: what a killed run goes on from.
  ADD COLUMN cursor json,
  ADD COLUMN page_count integer NOT NULL DEFAULT 0,
  ADD COLUMN total_count integer,
  ADD COLUMN version json,
  ADD COLUMN synthetic boolean NOT NULL DEFAULT false,
  ADD COLUMN requested_at timestamptz;
ALTER TABLE import_runs DROP CONSTRAINT import_runs_status_check;
ALTER TABLE import_runs ADD CONSTRAINT import_runs_status_check
  CHECK (status IN ('queued', 'running', 'published', 'unchanged', 'held', 'failed'));
-- One open run a source: whoever inserts it has claimed it.
CREATE UNIQUE INDEX import_runs_open ON import_runs (source_id) WHERE status IN ('queued', 'running');
CREATE INDEX import_runs_source ON import_runs (source_id, started_at DESC);
-- A page that is written twice, by a run that was killed in between, is quarantined once.
CREATE UNIQUE INDEX import_quarantine_once ON import_quarantine (run_id, file, line, md5(raw));

-- Rows of a run that is not published yet.
CREATE TABLE source_staged_rows (
  run_id text NOT NULL REFERENCES import_runs (id),
  source_id text NOT NULL,
  record_id text NOT NULL,
  data_year integer NOT NULL,
  property_id text,
  cells json NOT NULL,
  content_hash text NOT NULL,
  PRIMARY KEY (run_id, source_id, record_id, data_year)
);

-- The publishers' rows as they stand, from files and over the network alike: buildings are merged from these.
CREATE TABLE source_records (
  source_id text NOT NULL,
  record_id text NOT NULL,
  data_year integer NOT NULL,
  -- Null for rows that are about no building, such as counties.
  property_id text,
  cells json NOT NULL,
  content_hash text NOT NULL,
  retrieved_at timestamptz NOT NULL,
  run_id text NOT NULL,
  -- True for rows of a stand-in that invents them.
  synthetic boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  PRIMARY KEY (source_id, record_id, data_year)
);
CREATE INDEX source_records_property ON source_records (property_id) WHERE deleted_at IS NULL;
