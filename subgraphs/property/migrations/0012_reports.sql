-- Reports are snapshots: what they say was true when they were made, and no later data change a row. A report that was
-- made anew from another says so in `supersedes`; that id may be of a report that was deleted since.
CREATE TABLE reports (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  created_by text NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('generating', 'ready', 'failed')),
  property_ids text[] NOT NULL CHECK (cardinality(property_ids) BETWEEN 1 AND 500),
  method_version text NOT NULL,
  reference_version text NOT NULL,
  as_of date NOT NULL,
  summary json NOT NULL,
  -- Apart from the rest, as lists do not read them.
  items json NOT NULL,
  sources text[] NOT NULL,
  supersedes text,
  diff json,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX reports_newest ON reports (owner_id, created_at DESC, id DESC);
ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON reports
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
