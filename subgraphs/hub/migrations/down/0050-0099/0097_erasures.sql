-- Takes 0097_erasures.sql back. Erasures that have begun are forgotten; they begin again with the next hourly run.
CREATE OR REPLACE FUNCTION erase_user(subject text, alias text, erased timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
DECLARE
  owned record;
BEGIN
  INSERT INTO users (id, created_at, last_seen_at, deleted_at, erased_at)
    SELECT alias, created_at, last_seen_at, deleted_at, erased FROM users WHERE id = subject;
  DELETE FROM user_roles WHERE user_id = subject;
  UPDATE credit_entries SET description = type, metadata = NULL WHERE owner_id = subject;
  UPDATE credit_holds SET description = 'hold', metadata = NULL WHERE owner_id = subject;
  UPDATE account_changes SET user_id = alias, actor_id = CASE WHEN actor_id = subject THEN alias ELSE actor_id END, reason = NULL
    WHERE user_id = subject;
  FOR owned IN
    SELECT c.oid::regclass AS tab, a.attname AS col
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'hub'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('users', 'audit_log', 'idempotency_keys', 'outbox_events')
      AND (a.attname = 'owner_id' OR EXISTS (
        SELECT 1 FROM pg_constraint f
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid = 'hub.users'::regclass AND f.conkey = ARRAY[a.attnum]))
  LOOP
    EXECUTE format('UPDATE %s SET %I = $2 WHERE %2$I = $1', owned.tab, owned.col) USING subject, alias;
  END LOOP;
  UPDATE users SET email = NULL, email_verified = false, name = NULL, picture = NULL, locale = NULL, timezone = NULL,
      edited = '{}', deletion_scheduled_at = NULL, erased_at = erased
    WHERE id = subject AND suspended_at IS NOT NULL;
  DELETE FROM users WHERE id = subject AND suspended_at IS NULL;
END
$$;
DROP FUNCTION is_being_erased(text);
DROP FUNCTION account_access.note_erased(text, text, integer);
DROP TABLE erased_rows;
DROP TABLE erasures;
DELETE FROM schema_migrations WHERE file = '0097_erasures.sql';
