-- Processes remember who a credential stands for. Whatever changes that is announced with the commit, whoever changed it.
CREATE FUNCTION announce_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM pg_notify('hub_access', changed ->> TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER access_changed AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.suspended_at, OLD.deleted_at, OLD.email, OLD.name)
        IS DISTINCT FROM (NEW.suspended_at, NEW.deleted_at, NEW.email, NEW.name))
  EXECUTE FUNCTION announce_access_change('id');
CREATE TRIGGER access_ended AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION announce_access_change('id');

CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION announce_access_change('user_id');
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON revoked_admins
  FOR EACH ROW EXECUTE FUNCTION announce_access_change('user_id');
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON entitlements
  FOR EACH ROW EXECUTE FUNCTION announce_access_change('owner_id');

CREATE TRIGGER access_changed AFTER UPDATE ON api_keys FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')
  EXECUTE FUNCTION announce_access_change('id');
CREATE TRIGGER access_ended AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_access_change('id');

CREATE TRIGGER access_changed AFTER UPDATE ON service_accounts FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')
  EXECUTE FUNCTION announce_access_change('id');
CREATE TRIGGER access_ended AFTER DELETE ON service_accounts FOR EACH ROW EXECUTE FUNCTION announce_access_change('id');
