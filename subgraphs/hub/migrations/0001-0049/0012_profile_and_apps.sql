-- What people say of themselves wins over what their tokens say: `edited` names the columns that are theirs.
ALTER TABLE users
  ADD COLUMN locale text,
  ADD COLUMN timezone text,
  ADD COLUMN edited text[] NOT NULL DEFAULT '{}',
  -- A deleted account (deleted_at) is erased after this moment, and may be restored before.
  ADD COLUMN deletion_scheduled_at timestamptz,
  ADD COLUMN erased_at timestamptz;
CREATE INDEX users_erasure_due ON users (deletion_scheduled_at) WHERE deletion_scheduled_at IS NOT NULL;
CREATE INDEX users_created ON users (created_at DESC, id);

-- Who opened, closed or raised which account, and why; never changed.
CREATE TABLE account_changes (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  change text NOT NULL CHECK (change IN
    ('suspended', 'suspension_lifted', 'deleted', 'restored', 'erased', 'role_granted', 'role_revoked')),
  reason text,
  actor_id text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX account_changes_user ON account_changes (user_id, at DESC);
ALTER TABLE account_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_appends ON account_changes FOR INSERT
  WITH CHECK (user_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
CREATE POLICY system_reads ON account_changes USING (current_setting('app.system', true) = 'on');
REVOKE UPDATE, DELETE ON account_changes FROM hub_app;

/*
 * Ends an account for good: the profile is gone, and what must be kept (ledgers, payments) stands under `alias`, which
 * leads to nobody. Takes every table whose rows belong to an owner, so a table that comes later is covered as well.
 * Rows of the audit trail stay as they are; idempotency keys and events go by themselves. The subject may sign up anew,
 * unless it is suspended: then a row without a profile keeps it out. Runs as the tables' owner, since ledgers are
 * append-only to the application.
 */
CREATE FUNCTION erase_user(subject text, alias text, erased timestamptz) RETURNS void
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
REVOKE ALL ON FUNCTION erase_user(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_user(text, text, timestamptz) TO hub_app;

-- What the marketplace shows of an app. Prices are minor units.
ALTER TABLE apps
  ADD COLUMN slug text UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD COLUMN icon_url text,
  ADD COLUMN screenshots text[] NOT NULL DEFAULT '{}',
  ADD COLUMN features text[] NOT NULL DEFAULT '{}',
  ADD COLUMN price_minor bigint CHECK (price_minor >= 0),
  ADD COLUMN price_currency text,
  ADD COLUMN price_interval text CHECK (price_interval IN ('month', 'year')),
  ADD COLUMN launch_date date,
  ADD CHECK (num_nulls(price_minor, price_currency, price_interval) IN (0, 3));

UPDATE apps SET slug = seed.slug, features = seed.features, price_minor = seed.price, launch_date = seed.launch,
  price_currency = CASE WHEN seed.price IS NOT NULL THEN 'USD' END,
  price_interval = CASE WHEN seed.price IS NOT NULL THEN 'month' END,
  visibility = seed.visibility
FROM (VALUES
  ('central', 'central', 'public', 2900, DATE '2025-01-15',
    ARRAY['One sign-in and one bill for every app', 'Prepaid credits with auto-reload', 'API keys, webhooks and an agent door', 'Bank, e-mail and tax connections']),
  ('invoicer', 'invoicer', 'public', 2999, DATE '2025-02-03',
    ARRAY['Invoices and quotations with a payment page', 'Several tax rates a line', 'Reminders and receipts', 'External API for your own systems']),
  ('event-manager', 'event-manager', 'public', NULL, DATE '2025-04-07',
    ARRAY['Services, providers and availability', 'No slot is sold twice', 'Events with capacity and waiting lists', 'Reminders by e-mail and SMS']),
  ('payroll', 'payroll', 'public', NULL, DATE '2025-05-12',
    ARRAY['Employees and contractors', 'Federal and state withholding', 'Payslips and exports', '1099-NEC filing']),
  ('ai-caller', 'ai-caller', 'public', NULL, DATE '2025-07-01',
    ARRAY['Scripts and voice agents', 'Calls placed by schedule', 'Transcripts and outcomes', 'Quiet hours and opt-outs']),
  ('hvut', 'heavy-vehicle-use-tax', 'public', NULL, DATE '2025-08-18',
    ARRAY['Form 2290 with the tax worked out', 'VIN check', 'Stamped Schedule 1', 'Amendments and credits']),
  ('finance', 'personal-finance', 'coming_soon', NULL, DATE '2027-01-18',
    ARRAY['All accounts in one place', 'Budgets and goals', 'Net worth over time', 'Recurring payments found'])
) AS seed (app_id, slug, visibility, price, launch, features)
WHERE apps.app_id = seed.app_id;
UPDATE apps SET slug = replace(replace(app_id, '.', '-'), '_', '-') WHERE slug IS NULL;
ALTER TABLE apps ALTER COLUMN slug SET NOT NULL;

-- Processes remember the registry of apps; any change of it is announced under one name.
CREATE FUNCTION announce_apps_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('hub_access', 'apps');
  RETURN NULL;
END
$$;
CREATE TRIGGER apps_changed AFTER INSERT OR UPDATE OR DELETE ON apps
  FOR EACH STATEMENT EXECUTE FUNCTION announce_apps_change();
