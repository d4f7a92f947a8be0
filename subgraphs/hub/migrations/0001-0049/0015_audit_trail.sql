-- The platform's audit trail: every subgraph's rows, each bound to the one before it. One chain a UTC day and retention,
-- so that a day whose time is over can go as a whole; the first row of a day is bound to the last of the day before it.
CREATE TABLE audit_trail (
  retention text NOT NULL CHECK (retention IN ('standard', 'tax')),
  day date NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  id text NOT NULL UNIQUE,
  subgraph text NOT NULL,
  at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  on_behalf_of text,
  action text NOT NULL,
  target_type text,
  target_id text,
  app_id text,
  ip text,
  user_agent text,
  request_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('ok', 'denied', 'error')),
  code text,
  -- json, not jsonb: its text is part of what is hashed.
  changes json,
  previous_day date,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (retention, day, sequence),
  -- Two rows after the same one would be a fork.
  UNIQUE (retention, previous_hash)
);
CREATE INDEX audit_trail_at ON audit_trail (at, id);
CREATE INDEX audit_trail_actor ON audit_trail (actor_id, at);
CREATE INDEX audit_trail_target ON audit_trail (target_id, at);

-- Where each chain ends. Who adds locks its row, so there is one writer at a time; it also shows a cut-off end.
CREATE TABLE audit_heads (
  retention text PRIMARY KEY CHECK (retention IN ('standard', 'tax')),
  day date,
  sequence integer NOT NULL,
  hash text NOT NULL
);
INSERT INTO audit_heads (retention, sequence, hash) VALUES ('standard', 0, repeat('0', 64)), ('tax', 0, repeat('0', 64));

ALTER TABLE audit_trail ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_trail FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON audit_trail USING (current_setting('app.system', true) = 'on');
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON audit_heads USING (current_setting('app.system', true) = 'on');

-- The first day whose rows are still kept: 2 years, for tax 7.
CREATE FUNCTION audit_kept_from(retention text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT ((now() AT TIME ZONE 'UTC')::date - CASE retention WHEN 'tax' THEN interval '7 years' ELSE interval '2 years' END)::date
$$;

CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.audit_purge', true) = 'on' AND OLD.day < audit_kept_from(OLD.retention) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_trail FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

CREATE FUNCTION purge_audit_trail() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET app.system = 'on' SET app.audit_purge = 'on' SET search_path FROM CURRENT AS $$
  WITH gone AS (DELETE FROM audit_trail WHERE day < audit_kept_from(retention) RETURNING 1) SELECT count(*)::int FROM gone
$$;

REVOKE UPDATE, DELETE, TRUNCATE ON audit_trail FROM hub_app;
REVOKE INSERT, DELETE, TRUNCATE ON audit_heads FROM hub_app;
