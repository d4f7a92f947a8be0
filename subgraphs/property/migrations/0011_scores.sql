-- Every result that was ever shown as a property's score, oldest first by number. `inputs` are what the score was
-- computed from, so that each can be computed again whatever became of the record since. Public records as properties
-- are: there is no owner to secure rows by.
CREATE TABLE property_scores (
  property_id text NOT NULL REFERENCES properties (id),
  number integer NOT NULL,
  method_version text NOT NULL,
  reference_version text NOT NULL,
  as_of date NOT NULL,
  inputs_hash text NOT NULL CHECK (inputs_hash ~ '^sha256:[0-9a-f]{64}$'),
  inputs json NOT NULL,
  overall float8 NOT NULL CHECK (overall BETWEEN 0 AND 100),
  environmental float8 NOT NULL CHECK (environmental BETWEEN 0 AND 100),
  social float8 NOT NULL CHECK (social BETWEEN 0 AND 100),
  governance float8 NOT NULL CHECK (governance BETWEEN 0 AND 100),
  confidence float8 NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  data_completeness float8 NOT NULL CHECK (data_completeness BETWEEN 0 AND 1),
  interval_low float8 NOT NULL,
  interval_high float8 NOT NULL,
  calculated_at timestamptz NOT NULL,
  PRIMARY KEY (property_id, number),
  CHECK (interval_low <= overall AND overall <= interval_high)
);

-- Records that turned out to be one building. The old id answers for ever, with the record it was merged into. That one
-- is never merged itself: whoever merges it moves what points to it.
CREATE TABLE merged_properties (
  merged_id text PRIMARY KEY REFERENCES properties (id),
  canonical_id text NOT NULL REFERENCES properties (id),
  merged_at timestamptz NOT NULL,
  CHECK (merged_id <> canonical_id)
);
CREATE INDEX merged_properties_canonical ON merged_properties (canonical_id);
