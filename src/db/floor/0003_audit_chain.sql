-- As the system, so that the rows are seen whoever migrates.
SELECT set_config('app.system', 'on', true);

-- What an audit row tells besides: for whom a key or service acted, from where, and what was asked for (masked).
ALTER TABLE audit_log
  ADD COLUMN on_behalf_of text,
  ADD COLUMN ip text,
  ADD COLUMN user_agent text,
  ADD COLUMN changes json,
  ADD COLUMN retention text NOT NULL DEFAULT 'standard' CHECK (retention IN ('standard', 'tax'));
UPDATE audit_log SET actor_type = CASE actor_type
  WHEN 'apiKey' THEN 'api_key' WHEN 'serviceAccount' THEN 'service_account' WHEN 'internal' THEN 'system' ELSE actor_type END;
ALTER TABLE audit_log ADD CHECK
  (actor_type IN ('user', 'service_account', 'api_key', 'system', 'webhook', 'anonymous'));

-- Rows that the platform's audit trail does not have yet. Written with the row, taken off when the trail has it.
CREATE TABLE audit_pending (entry_id text PRIMARY KEY);
INSERT INTO audit_pending SELECT id FROM audit_log;
ALTER TABLE audit_pending ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_pending FORCE ROW LEVEL SECURITY;
CREATE POLICY anyone_appends ON audit_pending FOR INSERT WITH CHECK (true);
CREATE POLICY system_relays ON audit_pending USING (current_setting('app.system', true) = 'on');

-- Append-only for everybody: only the purge below may take rows away, and only when the trail has long had them.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.audit_purge', true) = 'on' AND OLD.at < now() - interval '30 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Takes away rows of over 30 days ago that the trail has. The application's role may not delete any by itself.
CREATE FUNCTION purge_audit_log() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET app.system = 'on' SET app.audit_purge = 'on' SET search_path FROM CURRENT AS $$
  WITH gone AS (
    DELETE FROM audit_log AS entry WHERE at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM audit_pending WHERE entry_id = entry.id)
    RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
CREATE INDEX audit_log_at ON audit_log (at);

DO $$ BEGIN
  EXECUTE format('REVOKE TRUNCATE ON audit_log FROM %I', current_schema() || '_app');
  EXECUTE format('REVOKE UPDATE, TRUNCATE ON audit_pending FROM %I', current_schema() || '_app');
END $$;
