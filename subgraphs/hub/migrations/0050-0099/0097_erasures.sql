-- Accounts that are being erased, in all subgraphs. A row is deleted when its account is.
CREATE TABLE erasures (
  account_id text PRIMARY KEY,
  -- The anonymous owner of the rows that are kept.
  alias text NOT NULL UNIQUE,
  started_at timestamptz(3) NOT NULL
);
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON erasures USING (current_setting('app.system', true) = 'on');

-- Rows that were deleted so far, by table: the report.
CREATE TABLE erased_rows (
  account_id text NOT NULL REFERENCES erasures (account_id) ON DELETE CASCADE,
  table_name text NOT NULL,
  erased bigint NOT NULL,
  PRIMARY KEY (account_id, table_name)
);
ALTER TABLE erased_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON erased_rows USING (current_setting('app.system', true) = 'on');

-- An account that is being erased cannot be restored.
CREATE FUNCTION is_being_erased(account text) RETURNS boolean LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT EXISTS (SELECT 1 FROM erasures WHERE account_id = account)
$$;

-- Counts deleted rows, in the transaction that deletes them, in every subgraph. Only for an erasure that has begun.
CREATE OR REPLACE FUNCTION account_access.note_erased(account text, tab text, rows integer) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
  INSERT INTO erased_rows (account_id, table_name, erased) VALUES (account, tab, rows)
  ON CONFLICT (account_id, table_name) DO UPDATE SET erased = erased_rows.erased + EXCLUDED.erased
$$;

/*
 * Ends an account for good, of a person or an organization: what the other steps of an erasure have left of the hub's rows
 * (ledgers, payments, filings) is moved to `alias`, which leads to nobody, and the account is deleted. Takes every table
 * whose rows belong to an owner, so a later table is covered as well. Audit rows stay; idempotency keys and events expire.
 * The subject of a person may sign up again, unless it is suspended: then a row without a profile keeps it out. Runs as the
 * tables' owner, since ledgers are append-only for the application.
 */
CREATE OR REPLACE FUNCTION erase_user(subject text, alias text, erased timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
DECLARE
  owned record;
BEGIN
  INSERT INTO users (id, created_at, last_seen_at, deleted_at, erased_at)
    SELECT alias, created_at, last_seen_at, deleted_at, erased FROM users WHERE id = subject
    UNION ALL SELECT alias, created_at, created_at, erased, erased FROM accounts
      WHERE id = subject AND kind = 'organization';
  DELETE FROM account_members WHERE owner_id = subject;
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
  DELETE FROM accounts WHERE id = subject AND kind = 'organization';
END
$$;
