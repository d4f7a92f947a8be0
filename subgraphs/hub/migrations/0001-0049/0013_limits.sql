-- The paid tiers that an account holds, by app.
CREATE FUNCTION account_tiers(account text) RETURNS jsonb LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT coalesce(jsonb_object_agg(e.app_id, e.tier) FILTER (WHERE e.tier <> 'free'), '{}')
  FROM entitlements e WHERE e.owner_id = account
$$;

-- Units that were counted in a calendar window. Routers without a store of their own keep their counts here over a
-- restart; those of several add up.
CREATE TABLE limit_counts (
  subject text NOT NULL,
  counter text NOT NULL,
  used integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (subject, counter)
);
CREATE INDEX limit_counts_end ON limit_counts (ends_at);
ALTER TABLE limit_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE limit_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON limit_counts USING (current_setting('app.system', true) = 'on');

-- Units of the sliding minute, by the moment they were admitted at. Rows live for two minutes.
CREATE TABLE limit_stamps (
  subject text NOT NULL,
  counter text NOT NULL,
  stamped_at timestamptz NOT NULL,
  units integer NOT NULL
);
CREATE INDEX limit_stamps_subject ON limit_stamps (subject);
CREATE INDEX limit_stamps_age ON limit_stamps (stamped_at);
ALTER TABLE limit_stamps ENABLE ROW LEVEL SECURITY;
ALTER TABLE limit_stamps FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON limit_stamps USING (current_setting('app.system', true) = 'on');
